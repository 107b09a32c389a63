import { z } from 'zod';
import type { CreateDocumentOptions, ZodOpenApiOverrideContext } from 'zod-openapi';

type JsonSchema = Record<string, unknown>;

/** Keywords that say something about a schema rather than what is valid; an override in a schema's metadata keeps them. */
const ANNOTATIONS = new Set(['title', 'description', 'deprecated', 'default', 'example', 'examples', 'id']);

/** Formats every reader knows: the pattern zod adds to them says the same in 200 characters. */
const KNOWN_FORMATS = new Set(['uuid', 'date-time', 'date', 'time', 'email', 'uri', 'ipv4', 'ipv6']);

/** How zod schemas become JSON schemas that people can read: what the code does not promise and what says nothing is left out. */
export const schemaStyle: CreateDocumentOptions = {
  override({ zodSchema, jsonSchema }: ZodOpenApiOverrideContext) {
    const schema = jsonSchema as JsonSchema;
    const override = z.globalRegistry.get(zodSchema)?.['override'];
    if (typeof override === 'object' && override !== null) {
      for (const keyword of Object.keys(schema)) if (!ANNOTATIONS.has(keyword)) delete schema[keyword];
      return;
    }
    if (schema['forStaff'] === true) {
      delete schema['forStaff'];
      schema['description'] = [
        schema['description'],
        `For staff: ${schema['type'] === 'array' ? 'empty' : 'null'} for people of the client portal.`,
      ]
        .filter(Boolean)
        .join('. ');
    }
    // Callers must bear with new members of answers, and unknown members of requests are dropped.
    if (schema['additionalProperties'] === false) delete schema['additionalProperties'];
    if (isStringSchema(schema['propertyNames'])) delete schema['propertyNames'];
    if (KNOWN_FORMATS.has(schema['format'] as string)) delete schema['pattern'];
    if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
    if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  },
};

function isStringSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (value as JsonSchema)['type'] === 'string' && Object.keys(value).length === 1;
}

/**
 * `{type: [string, null]}` instead of `{anyOf: [{type: string}, {type: null}]}`, wherever it stands: tools show the one as a
 * text that may be null, the other as a choice.
 */
export function mergeNulls(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const member of Object.values(node)) mergeNulls(member);
  const schema = node as JsonSchema;
  if (!Array.isArray(schema['anyOf']) || schema['anyOf'].length !== 2) return;
  const [value, nothing] = schema['anyOf'] as [JsonSchema, JsonSchema];
  if (nothing['type'] !== 'null' || typeof value['type'] !== 'string' || 'enum' in value || 'const' in value) return;
  delete schema['anyOf'];
  Object.assign(schema, { ...value, ...schema, type: [value['type'], 'null'] });
}

/**
 * Removes `additionalProperties: false` beside a reference, wherever it stands: in OpenAPI 3.1 it would forbid every member, as
 * those the reference names are not its siblings.
 */
export function openReferences(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const member of Object.values(node)) openReferences(member);
  const schema = node as JsonSchema;
  if ('$ref' in schema && schema['additionalProperties'] === false) delete schema['additionalProperties'];
}
