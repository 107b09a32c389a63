import type { Route } from '../route.ts';
import type { ApiInfo } from './api-info.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { renderOpenApi } from './openapi.ts';

type Json = Record<string, unknown>;

/** The same description for tools that only know OpenAPI 3.0. */
export function openApi30Document(routes: readonly Route[], info: ApiInfo): OpenApiDocument {
  const document = renderOpenApi(routes, info, '3.0.3');
  return toDialect30(document) as OpenApiDocument;
}

/** Members whose value is data of the caller's, or a map whose keys are names: neither is a schema itself. */
const DATA = new Set(['example', 'value', 'default', 'enum']);

/** zod writes the 3.0 dialect by itself; what remains is what contracts say in metadata, in the words of 3.1. */
function toDialect30(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(toDialect30);
  if (typeof node !== 'object' || node === null) return node;
  const converted = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, DATA.has(key) ? value : toDialect30(value)]));
  return isSchema(converted) ? schemaIn30(converted) : converted;
}

/** Only schemas have these members in these types; in a map of properties each member is an object. */
function isSchema(node: Json): boolean {
  const { type, examples, const: only, anyOf, allOf } = node;
  return typeof type === 'string' || [type, examples, anyOf, allOf].some(Array.isArray) || (only !== undefined && typeof only !== 'object');
}

function schemaIn30(schema: Json): Json {
  const { type, examples, const: only, contentEncoding: _, contentMediaType: __, propertyNames: ___, ...rest } = schema;
  const result: Json = { ...rest };
  if (typeof type === 'string') result['type'] = type;
  if (Array.isArray(type)) {
    const types = type.filter((one) => one !== 'null');
    if (types.length < type.length) result['nullable'] = true;
    if (types.length === 1) [result['type']] = types;
    else result['anyOf'] = types.map((one) => ({ type: one as unknown }));
  }
  if (only !== undefined) result['enum'] = [only];
  const choices = result['anyOf'];
  if (Array.isArray(choices) && choices.some(isNull)) {
    const others = (choices as Json[]).filter((choice) => !isNull(choice));
    delete result['anyOf'];
    Object.assign(result, others.length === 1 && !('$ref' in (others[0] as Json)) ? others[0] : { anyOf: others }, { nullable: true });
  }
  if (Array.isArray(examples)) result['example'] ??= examples[0];
  return withReference(result);
}

function isNull(schema: unknown): boolean {
  return (schema as Json)['type'] === 'null';
}

/** `nullable` counts only beside a `type`, so a reference that may be null is a choice; a lone reference needs no `allOf`. */
function withReference(schema: Json): Json {
  const { allOf, nullable, ...rest } = schema;
  if (!Array.isArray(allOf) || allOf.length !== 1 || 'type' in schema) return schema;
  if (nullable === true) return { ...rest, anyOf: [allOf[0], { type: 'string', nullable: true, enum: [null] }] };
  return Object.keys(rest).length === 0 ? (allOf[0] as Json) : schema;
}
