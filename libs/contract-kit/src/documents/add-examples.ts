import type { z } from 'zod';
import { Batch } from '../external-ids.ts';
import type { Route } from '../route.ts';
import { exampleOf, type JsonSchema, stated } from './example.ts';
import type { OpenApiDocument } from './openapi-document.ts';

interface MediaType {
  schema?: JsonSchema;
  example?: unknown;
  examples?: unknown;
}
interface Parameter {
  readonly in?: string;
  readonly name?: string;
  readonly schema?: JsonSchema;
  example?: unknown;
}
type Content = Record<string, MediaType>;
type Schemas = Record<string, JsonSchema>;

/** Shows with every operation what a request and an answer look like, where its schemas do not say so themselves. */
export function addExamples(document: OpenApiDocument, routes: readonly Route[]): void {
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  const byName = new Map(routes.map((route) => [route.name, route]));
  const contentOf = (route: Route, path: string) =>
    ((document.paths?.[path]?.[route.method]?.requestBody ?? {}) as { content?: Content }).content ?? {};
  for (const route of routes) {
    const create = route.sync === undefined ? undefined : byName.get(route.sync.create);
    for (const path of route.paths) {
      const { parameters = [] } = (document.paths?.[path]?.[route.method] ?? {}) as { parameters?: Parameter[] };
      addParameterExamples(parameters);
      for (const media of Object.values(contentOf(route, path))) {
        if (media.schema === undefined) continue;
        media.example =
          create !== undefined && route.body === Batch
            ? batchExample(contentOf(create, create.path)['application/json'], create, schemas)
            : requestExample(media.schema, (create ?? route).body, schemas);
      }
      const { content: answered = {} } = (document.paths?.[path]?.[route.method]?.responses?.[route.reply.status] ?? {}) as {
        content?: Content;
      };
      const json = answered['application/json'];
      if (json?.schema !== undefined) json.example = exampleOf(json.schema, schemas);
    }
  }
}

/** Where the schema has an example, or the schemas of several parameters have the same one. */
function addParameterExamples(parameters: readonly Parameter[]): void {
  for (const parameter of parameters) {
    const { in: place, name = '', schema = {} } = parameter;
    if (place !== 'query' || (schema['example'] === undefined && schema['examples'] === undefined)) continue;
    parameter.example ??= stated(schema, name)?.value;
  }
}

/** A batch holds the bodies of its resource, which its own schema does not know. */
function batchExample(media: MediaType | undefined, { body }: Route, schemas: Schemas): Batch {
  const data = requestExample(media?.schema ?? {}, body, schemas) as Batch['items'][number]['data'];
  return { items: [{ operation: 'create', data }], atomic: false };
}

/** Some bodies have members that exclude each other: then only what is required is shown. */
function requestExample(schema: JsonSchema, body: z.ZodType | undefined, schemas: Schemas): unknown {
  const [all, required] = [exampleOf(schema, schemas, 'all'), exampleOf(schema, schemas, 'required')];
  return body === undefined || body.safeParse(all).success || !body.safeParse(required).success ? all : required;
}
