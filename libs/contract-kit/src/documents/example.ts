import { BOOLEANS, dayOf, daysLater, endsLater, FORMATS, isDay, KEYS, NUMBERS, PATTERN_TEXTS, TEXTS, timeOf } from './example-values.ts';

/** A JSON schema as it stands in a document. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Which members of an object an example shows. */
export type Extent = 'all' | 'required';

interface Deriving {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly extent: Extent;
}

const MAX_DEPTH = 8;

/**
 * A value the schema describes: the same one every time.
 * @param schemas components that references lead to
 */
export function exampleOf(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>, extent: Extent = 'all'): unknown {
  return derive(schema, '', 0, { schemas, extent });
}

function derive(schema: JsonSchema, name: string, depth: number, how: Deriving): unknown {
  const given = stated(schema, name);
  if (given !== undefined) return given.value;
  if (typeof schema['$ref'] === 'string')
    return derive(how.schemas[schema['$ref'].split('/').at(-1) as string] ?? {}, name, depth + 1, how);
  const parts = schema['allOf'] as JsonSchema[] | undefined;
  if (parts !== undefined) {
    const values = parts.map((part) => derive(part, name, depth, how));
    return values.every((value) => typeof value === 'object') ? (Object.assign({}, ...values) as unknown) : values[0];
  }
  const options = (schema['oneOf'] ?? schema['anyOf']) as JsonSchema[] | undefined;
  const option = options?.find(({ type }) => type !== 'null');
  if (option !== undefined) return derive(option, name, depth, how);
  switch (typeOf(schema)) {
    case 'object':
      return object(schema, name, depth, how);
    case 'array':
      return array(schema, name, depth, how);
    case 'string':
      return text(schema, name);
    case 'integer':
    case 'number':
      return number(schema, name);
    case 'boolean':
      return BOOLEANS[name] ?? true;
    case 'null':
      return null;
    default:
      return {};
  }
}

/** A value that the schema itself names. A kind of day has one example for all members: what ends does so later than that. */
export function stated(schema: JsonSchema, name: string): { value: unknown } | undefined {
  const {
    example,
    examples,
    default: fallback,
    enum: values,
    const: only,
  } = schema as {
    example?: unknown;
    examples?: unknown[];
    default?: unknown;
    enum?: unknown[];
    const?: unknown;
  };
  const [first] = examples ?? [];
  const usual = values?.includes(TEXTS[name]) === true ? TEXTS[name] : values?.[0];
  const value = example ?? (isDay(first) && endsLater(name) ? daysLater(first) : first) ?? fallback ?? only ?? usual;
  return value === undefined ? undefined : { value };
}

function typeOf(schema: JsonSchema): unknown {
  const { type } = schema;
  if (Array.isArray(type)) return type.find((one) => one !== 'null');
  return type ?? ('properties' in schema ? 'object' : undefined);
}

function object(schema: JsonSchema, name: string, depth: number, how: Deriving): object {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const required = new Set(schema['required'] as string[] | undefined);
  const members: Record<string, unknown> = {};
  for (const [member, property] of Object.entries(properties)) {
    if (!required.has(member) && (how.extent === 'required' || depth >= MAX_DEPTH || isAnything(property))) continue;
    members[member] = derive(property, member, depth + 1, how);
  }
  const others = schema['additionalProperties'];
  if (
    Object.keys(properties).length === 0 &&
    typeof others === 'object' &&
    others !== null &&
    !isAnything(others as JsonSchema) &&
    depth < MAX_DEPTH
  ) {
    const names = schema['propertyNames'] as JsonSchema | undefined;
    const key = KEYS[name] ?? (names === undefined ? 'key' : String(derive(names, 'key', depth + 1, how)));
    members[key] = derive(others as JsonSchema, key, depth + 1, how);
  }
  return members;
}

/** Whether a schema lets everything in, so that a value would tell nothing. Members that are refused are declared so as well. */
function isAnything(schema: JsonSchema): boolean {
  return Object.keys(schema).every((keyword) => keyword === 'description' || keyword === 'deprecated' || keyword === 'title');
}

function array(schema: JsonSchema, name: string, depth: number, how: Deriving): unknown[] {
  const items = schema['items'];
  if (typeof items !== 'object' || items === null || depth >= MAX_DEPTH) return [];
  return Array.from({ length: Math.max(1, Number(schema['minItems'] ?? 1)) }, () =>
    derive(items as JsonSchema, name.replace(/s$/, ''), depth + 1, how),
  );
}

function text(schema: JsonSchema, name: string): string {
  const {
    format,
    pattern,
    minLength = 0,
    maxLength = Infinity,
  } = schema as { format?: string; pattern?: string; minLength?: number; maxLength?: number };
  if (format === 'date-time') return timeOf(name);
  if (format === 'date') return dayOf(name);
  if (format === 'email' && TEXTS[name]?.includes('@') === true) return TEXTS[name];
  if (format !== undefined && FORMATS[format] !== undefined) return FORMATS[format];
  const words =
    name === ''
      ? 'text'
      : name
          .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
          .replaceAll('_', ' ')
          .trim();
  const candidates = [TEXTS[name] ?? words, ...PATTERN_TEXTS].map((candidate) => candidate.slice(0, maxLength).padEnd(minLength, 'x'));
  const fits = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  return candidates.find((candidate) => fits?.test(candidate) ?? true) ?? (candidates[0] as string);
}

function number(schema: JsonSchema, name: string): number {
  const {
    minimum = -Infinity,
    maximum = Infinity,
    exclusiveMinimum = -Infinity,
  } = schema as { minimum?: number; maximum?: number; exclusiveMinimum?: number };
  // In OpenAPI 3.0 exclusiveMinimum is a boolean; minimum + 1 is then right as well.
  return Math.min(Math.max(NUMBERS[name] ?? 1, minimum, Number(exclusiveMinimum) + 1), maximum);
}
