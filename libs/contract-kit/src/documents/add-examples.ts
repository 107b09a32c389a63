import type { z } from 'zod';
import type { Route } from '../route.ts';
import { exampleOf, type JsonSchema } from './example.ts';
import type { OpenApiDocument } from './openapi-document.ts';

type Media = Record<string, { schema?: JsonSchema; example?: unknown; examples?: unknown }>;

/** Shows with every operation what a request and an answer look like, where its schemas do not say so themselves. */
export function addExamples(document: OpenApiDocument, routes: readonly Route[]): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, JsonSchema>;
  for (const route of routes) {
    for (const path of route.paths) {
      const operation = document.paths?.[path]?.[route.method];
      const { content: sent = {} } = (operation?.requestBody ?? {}) as { content?: Media };
      addRequestExample(sent, route.body, schemas);
      const { content: answered = {} } = (operation?.responses?.[route.reply.status] ?? {}) as { content?: Media };
      const json = answered['application/json'];
      if (json?.schema !== undefined) json.example = exampleOf(json.schema, schemas);
    }
  }
}

/** Some bodies have members that exclude each other: then only what is required is shown. */
function addRequestExample(content: Media, body: z.ZodType | undefined, schemas: Record<string, JsonSchema>): void {
  for (const media of Object.values(content)) {
    if (media.schema === undefined) continue;
    const [all, required] = [exampleOf(media.schema, schemas, 'all'), exampleOf(media.schema, schemas, 'required')];
    media.example = body === undefined || body.safeParse(all).success || !body.safeParse(required).success ? all : required;
  }
}
