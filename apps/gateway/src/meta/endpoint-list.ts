import type { Endpoint } from '@psa/contracts-gateway';
import type { JsonSchema } from '@psa/contract-kit/documents';
import { openApi } from './api-documents.ts';
import { once } from './once.ts';

interface Parameter {
  name: string;
  in: Endpoint['parameters'][number]['in'];
  required?: boolean;
  description?: string;
  schema?: JsonSchema;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Every operation of the OpenAPI document, aliases among them. */
export const endpointList: () => readonly Endpoint[] = once(() => {
  const { paths = {} } = openApi();
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): Endpoint[] => {
      const operation = item[method];
      if (operation === undefined) return [];
      const {
        summary = '',
        description = '',
        tags = [],
        operationId = '',
        deprecated = false,
        security = [],
        parameters = [],
        responses = {},
      } = operation;
      return [
        {
          path,
          method: method.toUpperCase(),
          summary,
          description,
          tags,
          operationId,
          deprecated,
          requiresAuth: security.length > 0,
          permissions: operation['x-permission'] as string[],
          parameters: parameters.map((parameter) => toParameter(resolve<Parameter>(parameter))),
          responses: Object.fromEntries(
            Object.entries(responses).map(([status, response]) => [status, resolve<{ description: string }>(response).description]),
          ),
        },
      ];
    }),
  );
});

function toParameter({ name, in: place, required = false, description = '', schema = {} }: Parameter): Endpoint['parameters'][number] {
  return { name, in: place, required, description, schema };
}

/** What a member of the document is, behind a reference to a component. */
function resolve<T>(member: unknown): T {
  const { $ref } = member as { $ref?: string };
  if ($ref === undefined) return member as T;
  const [, , kind = '', name = ''] = $ref.split('/');
  return (openApi().components as Record<string, Record<string, T>>)[kind]?.[name] as T;
}
