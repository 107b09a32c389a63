import { apiInfo, asyncApiDocument, openApiDocument } from '@psa/contract-kit/documents';
import { events, routes } from '@psa/contracts-product';
import type { AsyncApi } from './asyncapi-breaks.ts';
import type { OpenApi } from './openapi-breaks.ts';

/** Services whose interfaces others rely on already; a new one joins with the release that first has it. */
const RELEASED_SERVICES: readonly string[] = ['gateway', 'identity', 'clients', 'assets', 'automation'];

/** What says nothing of the shape. */
const WORDS = new Set([
  'description',
  'example',
  'examples',
  'summary',
  'headers',
  'title',
  'x-permission',
  'security',
  'tags',
  'operationId',
]);

/** The documents of today, as far as they are compared with those of the last release. */
export function currentDocuments(): { openApi: OpenApi; asyncApi: AsyncApi } {
  return {
    openApi: JSON.parse(JSON.stringify(openApiDocument(routes, apiInfo))) as OpenApi,
    asyncApi: JSON.parse(JSON.stringify(asyncApiDocument(events, apiInfo))) as AsyncApi,
  };
}

/** What is kept of a release in `docs/released/`: the shapes of the services that are released, an operation, message or schema a line. */
export function releasedDocuments(): Record<string, string> {
  const released = routes.filter(({ service }) => RELEASED_SERVICES.includes(service));
  const told = events.filter(({ domain }) => RELEASED_SERVICES.includes(domain));
  const openApi = openApiDocument(released, apiInfo) as unknown as OpenApi;
  const paths = Object.fromEntries(
    Object.entries(openApi.paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [
          method,
          {
            ...operation,
            responses: Object.fromEntries(Object.entries(operation.responses ?? {}).filter(([status]) => status.startsWith('2'))),
          },
        ]),
      ),
    ]),
  );
  const { schemas, parameters } = openApi.components ?? {};
  const asyncApi = asyncApiDocument(told, apiInfo) as unknown as AsyncApi;
  return {
    'docs/released/openapi.json': lines({ paths: shapes(paths), components: { schemas: shapes(schemas), parameters: shapes(parameters) } }),
    'docs/released/asyncapi.json': lines({
      components: { messages: shapes(asyncApi.components.messages), schemas: shapes(asyncApi.components.schemas) },
    }),
  };
}

/** The value without its words; a member of a schema may be called like one of them. */
function shapes(value: unknown, isNames = true): unknown {
  if (Array.isArray(value)) return value.map((one) => shapes(one, false));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => isNames || !WORDS.has(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, shapes(one, !isNames && name === 'properties')]));
}

/** JSON with an entry of the second level a line. */
function lines(document: Record<string, unknown>): string {
  const block = (value: unknown, depth: number): string => {
    if (depth === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value);
    const entries = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}:${block(one, depth - 1)}`);
    return `{\n${entries.join(',\n')}\n}`;
  };
  const { paths, components } = document;
  const parts = [...(paths === undefined ? [] : [`"paths":${block(paths, 1)}`]), `"components":${block(components, 2)}`];
  return `{\n${parts.join(',\n')}\n}\n`;
}
