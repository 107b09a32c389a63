import { exampleOf, type JsonSchema } from '@psa/contract-kit/documents';
import type { SchemaDescription } from '@psa/contracts-gateway';
import { openApi } from './api-documents.ts';
import { once } from './once.ts';

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;

/** Every named schema of the OpenAPI document. */
export const schemaList: () => readonly SchemaDescription[] = once(() => {
  const { paths = {}, components = {} } = openApi();
  const schemas = (components.schemas ?? {}) as Record<string, JsonSchema>;
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as { requestBody?: object }[]);
  const sent = reachable(
    operations.map(({ requestBody }) => requestBody),
    schemas,
  );
  const answered = reachable([...operations.map(({ requestBody: _, ...rest }) => rest), components.responses], schemas);
  return Object.entries(schemas).map(([name, schema]): SchemaDescription => ({
    name,
    type: typeOf(sent.has(name), answered.has(name)),
    description: (schema['description'] as string | undefined) ?? '',
    properties: (schema['properties'] as Record<string, Record<string, unknown>> | undefined) ?? {},
    required: (schema['required'] as string[] | undefined) ?? [],
    example: exampleOf(schema, schemas),
  }));
});

/** The named schemas that a part of the document refers to, there or through one another, by name. */
export function referencedSchemas(from: unknown): Readonly<Record<string, JsonSchema>> {
  const schemas = (openApi().components?.schemas ?? {}) as Record<string, JsonSchema>;
  return Object.fromEntries([...reachable(from, schemas)].map((name) => [name, schemas[name] ?? {}]));
}

function typeOf(sent: boolean, answered: boolean): SchemaDescription['type'] {
  if (sent && answered) return 'model';
  return sent ? 'request' : 'response';
}

/** Names of the schemas that are mentioned, there or in another schema so mentioned. */
function reachable(from: unknown, schemas: Readonly<Record<string, JsonSchema>>): ReadonlySet<string> {
  const found = new Set<string>();
  const follow = (node: unknown) => {
    for (const [, name = ''] of (JSON.stringify(node) ?? '').matchAll(REFERENCE)) {
      if (found.has(name)) continue;
      found.add(name);
      follow(schemas[name]);
    }
  };
  follow(from);
  return found;
}
