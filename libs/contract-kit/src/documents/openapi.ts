import { createDocument, type ZodOpenApiPathsObject, type ZodOpenApiVersion } from 'zod-openapi';
import type { Event } from '../event.ts';
import type { Route } from '../route.ts';
import type { ApiInfo } from './api-info.ts';
import { ErrorResponses } from './error-responses.ts';
import { addExamples } from './add-examples.ts';
import { callerSchemes, headerComponents, parameterComponents, signatureScheme } from './headers.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { operationOf } from './operation.ts';
import { addWebhooks } from './webhooks.ts';
import { mergeNulls, openReferences, schemaStyle } from './schema-style.ts';

/** The OpenAPI 3.1.0 document of the given routes. @param events what webhooks are sent, if it is to be described */
export function openApiDocument(routes: readonly Route[], info: ApiInfo, events: readonly Event[] = []): OpenApiDocument {
  const document = renderOpenApi(routes, info, '3.1.0');
  if (events.length > 0) addWebhooks(document, events);
  return document;
}

/**
 * Renders a document in the dialect of a version.
 * @throws when two routes share a name, or a method and a path
 */
export function renderOpenApi(
  routes: readonly Route[],
  { tagDescriptions, ...info }: ApiInfo,
  version: ZodOpenApiVersion,
): OpenApiDocument {
  const errors = new ErrorResponses();
  const paths = pathsOf(routes, errors);
  const securitySchemes = { ...callerSchemes, ...(routes.some(({ permission }) => permission === 'signed') ? signatureScheme : {}) };
  const tags = [...new Set(routes.map(({ tag }) => tag))].toSorted();
  const document = createDocument(
    {
      openapi: version,
      info,
      servers: [{ url: '/', description: 'The gateway this document comes from' }],
      tags: tags.map((name) => ({ name, description: tagDescriptions[name] ?? `Operations on ${name.toLowerCase()}.` })),
      paths,
      components: {
        headers: headerComponents,
        parameters: parameterComponents,
        securitySchemes,
        responses: errors.components,
      },
    },
    schemaStyle,
  ) as OpenApiDocument;
  openReferences(document);
  if (version === '3.1.0') mergeNulls(document);
  dropRepeatedDescriptions(document);
  addExamples(document, routes);
  return document;
}

function pathsOf(routes: readonly Route[], errors: ErrorResponses): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  const operationIds = new Set<string>();
  for (const route of routes) {
    for (const [index, path] of route.paths.entries()) {
      const operationId = operationIdOf(route, index);
      if (operationIds.has(operationId)) throw new Error(`Two routes are named ${operationId}; names are unique across services`);
      operationIds.add(operationId);
      const operations = (paths[path] ??= {});
      if (operations[route.method] !== undefined) throw new Error(`${route.method.toUpperCase()} ${path} is declared twice`);
      operations[route.method] = operationOf(route, operationId, errors);
    }
  }
  return paths;
}

/** Name of the operation at the path of that index: 0 is the canonical path, the others are aliases. */
function operationIdOf(route: Route, index: number): string {
  if (index === 0) return route.name;
  return index === 1 ? `${route.name}Alias` : `${route.name}Alias${index}`;
}

/** zod-openapi says what a parameter is twice: on the parameter and on its schema. */
function dropRepeatedDescriptions(document: OpenApiDocument): void {
  for (const item of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(item) as { parameters?: { description?: string; schema?: { description?: string } }[] }[]) {
      for (const { description, schema } of operation.parameters ?? []) if (schema?.description === description) delete schema?.description;
    }
  }
}
