/** A JSON schema as it stands in a document. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Which members of an object an example shows. */
export type Extent = 'all' | 'required';

interface Deriving {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly extent: Extent;
}

const MAX_DEPTH = 8;
const ID = '0199a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b';

/** Plausible text by the name of the member, where the name alone tells what it holds. */
const TEXTS: Readonly<Record<string, string>> = {
  address_line1: '12 Market Street',
  asset_tag: 'WS-0042',
  city: 'Dublin',
  client_name: 'Acme Ltd',
  contact_name: 'Grace Hopper',
  country_code: 'IE',
  country_name: 'Ireland',
  cron: '0 8 * * 1',
  cron_expression: '0 8 * * 1',
  csrfToken: '5f1c0e9d',
  currency_code: 'EUR',
  default_currency_code: 'EUR',
  email: 'grace@example.com',
  event_type: 'asset.created',
  first_name: 'Grace',
  full_name: 'Grace Hopper',
  href: '/api/v1/assets',
  last_name: 'Hopper',
  location: 'Second floor, rack 4',
  location_name: 'Head office',
  method: 'GET',
  mime_type: 'application/pdf',
  name: 'Front desk',
  notes: 'Checked and cleaned',
  original_filename: 'contract.pdf',
  password: 'correct horse battery staple',
  phone: '+353 1 555 0100',
  phone_number: '+353 1 555 0100',
  postal_code: 'D02 X285',
  relationship_type: 'connected_to',
  role_name: 'Service desk',
  serial_number: 'SN-4711-0815',
  state_province: 'Leinster',
  status: 'active',
  team_name: 'Field service',
  timezone: 'Europe/Dublin',
  url: 'https://example.com',
  username: 'grace',
  version: '1.0.0',
  website: 'https://example.com',
};

/** A member of a map, by the name of the map. */
const KEYS: Readonly<Record<string, string>> = { _links: 'self' };

/** Texts to try where a pattern rules the others out. */
const PATTERN_TEXTS = [
  'abc',
  'ABC',
  'a1',
  '12',
  '1.0.0',
  '123456',
  '09:00',
  '#3366ff',
  'D',
  'en',
  'a'.repeat(32),
  '0'.repeat(64),
  'A'.repeat(32),
  'https://example.com',
];

const FORMATS: Readonly<Record<string, string>> = {
  uuid: ID,
  date: '2026-03-02',
  time: '09:00:00',
  email: 'grace@example.com',
  uri: 'https://example.com',
  'uri-reference': '/path',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  binary: 'contents of the file',
};

/**
 * A value the schema describes: the same one every time.
 * @param schemas components that references lead to
 */
export function exampleOf(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>, extent: Extent = 'all'): unknown {
  return derive(schema, '', 0, { schemas, extent });
}

function derive(schema: JsonSchema, name: string, depth: number, how: Deriving): unknown {
  const given = stated(schema);
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
      return number(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return {};
  }
}

/** A value that the schema itself names. */
function stated(schema: JsonSchema): { value: unknown } | undefined {
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
  const value = example ?? examples?.[0] ?? fallback ?? only ?? values?.[0];
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
    if (!required.has(member) && (how.extent === 'required' || depth >= MAX_DEPTH)) continue;
    members[member] = derive(property, member, depth + 1, how);
  }
  const others = schema['additionalProperties'];
  if (
    Object.keys(properties).length === 0 &&
    typeof others === 'object' &&
    others !== null &&
    Object.keys(others).length > 0 &&
    depth < MAX_DEPTH
  ) {
    const names = schema['propertyNames'] as JsonSchema | undefined;
    const key = names === undefined ? (KEYS[name] ?? 'key') : String(derive(names, 'key', depth + 1, how));
    members[key] = derive(others as JsonSchema, key, depth + 1, how);
  }
  return members;
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
  // What ends comes after what starts.
  if (format === 'date-time') return /end|expire|due|next|_to$/i.test(name) ? '2030-12-31T17:00:00.000Z' : '2026-03-02T09:00:00.000Z';
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

function number(schema: JsonSchema): number {
  const {
    minimum = -Infinity,
    maximum = Infinity,
    exclusiveMinimum = -Infinity,
  } = schema as { minimum?: number; maximum?: number; exclusiveMinimum?: number };
  // In OpenAPI 3.0 exclusiveMinimum is a boolean; minimum + 1 is then right as well.
  return Math.min(Math.max(1, minimum, Number(exclusiveMinimum) + 1), maximum);
}
