import fc from 'fast-check';

/** As much of JSON Schema as contracts use. */
export interface ValueSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly ValueSchema[];
  readonly oneOf?: readonly ValueSchema[];
  readonly allOf?: readonly ValueSchema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, ValueSchema>>;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: ValueSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
}

const LONGEST_TEXT = 60;
const MOST_ITEMS = 3;
const DEEPEST = 4;
const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid({ version: 4 }),
  'date-time': fc.date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }).map((date) => date.toISOString()),
  date: fc
    .date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  email: fc.nat(99_999).map((number) => `user${number}@example.com`),
  uri: fc.nat(99_999).map((number) => `https://example.com/${number}`),
  url: fc.nat(99_999).map((number) => `https://example.com/${number}`),
  ipv4: fc.ipV4(),
};

/** Values a JSON schema lets in. Patterns and what code checks beyond the schema are not followed: such values are merely likely. */
export function arbitraryOf(schema: ValueSchema, definitions = schema.$defs ?? {}, depth = 0): fc.Arbitrary<unknown> {
  const inner = (part: ValueSchema) => arbitraryOf(part, definitions, depth + 1);
  if (schema.$ref !== undefined) {
    const target = definitions[schema.$ref.split('/').at(-1) ?? ''];
    return target === undefined || depth > DEEPEST ? fc.constant(null) : inner(target);
  }
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(inner));
  if (schema.allOf !== undefined) return fc.tuple(...schema.allOf.map(inner)).map((parts) => Object.assign({}, ...parts) as unknown);
  if (Array.isArray(schema.type)) return fc.oneof(...(schema.type as string[]).map((type) => inner({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      return stringOf(schema);
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? -1_000, -1e9), max: Math.min(schema.maximum ?? 1_000_000, 1e9) });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(inner(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? MOST_ITEMS, MOST_ITEMS)),
      });
    case 'object':
      return objectOf(schema, inner);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function stringOf({ format, minLength = 0, maxLength = LONGEST_TEXT }: ValueSchema): fc.Arbitrary<unknown> {
  const formatted = format === undefined ? undefined : FORMATS[format];
  const longest = Math.max(minLength, Math.min(maxLength, LONGEST_TEXT));
  // A letter may be several units of what JavaScript counts.
  return formatted ?? fc.string({ minLength, maxLength: longest, unit: 'grapheme' }).map((text) => text.slice(0, longest).toWellFormed());
}

function objectOf(
  { properties = {}, required = [] }: ValueSchema,
  inner: (part: ValueSchema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, inner(schema)]));
  return fc.record(members, { requiredKeys: required.filter((name) => name in members) });
}
