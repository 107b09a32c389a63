/** A JSON Schema as the documents have it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly [limit: string]: unknown;
}

/** Which way a value travels: what a caller sends must go on being accepted, what it is sent must go on holding what it relies on. */
export type Direction = 'sent' | 'received';

/** A document that schemas are looked up in. */
export interface SchemaDocument {
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

const UPPER_LIMITS = ['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum', 'maxProperties'];
const LOWER_LIMITS = ['minLength', 'minItems', 'minimum', 'exclusiveMinimum', 'minProperties'];

/** Finds what of a schema that was released no longer holds. New members that may be left out, new values and new variants are no break. */
export class SchemaComparison {
  readonly #released: SchemaDocument;
  readonly #current: SchemaDocument;
  /** Pairs under comparison or done, so that schemas that contain themselves end. */
  readonly #seen = new Set<string>();

  constructor(released: SchemaDocument, current: SchemaDocument) {
    this.#released = released;
    this.#current = current;
  }

  /** @param path where the schemas stand, which begins each break that is told */
  breaks(released: Schema, current: Schema, direction: Direction, path: string): string[] {
    if (released.$ref !== undefined && current.$ref !== undefined) {
      const pair = `${direction} ${released.$ref} ${current.$ref}`;
      if (this.#seen.has(pair)) return [];
      this.#seen.add(pair);
    }
    const was = resolve(released, this.#released);
    const is = resolve(current, this.#current);
    const [wasOne, isOne] = [variantsOf(was), variantsOf(is)];
    if (wasOne.length > 1 || isOne.length > 1) return this.#variantBreaks(wasOne, isOne, direction, path);
    return [
      ...typeBreaks(was, is, direction, path),
      ...(direction === 'sent' ? limitBreaks(was, is, path) : []),
      ...this.#memberBreaks(was, is, direction, path),
      ...(was.items !== undefined && is.items !== undefined ? this.breaks(was.items, is.items, direction, `${path}[]`) : []),
      ...(isSchema(was.additionalProperties) && isSchema(is.additionalProperties)
        ? this.breaks(was.additionalProperties, is.additionalProperties, direction, `${path}.*`)
        : []),
    ];
  }

  /** Each variant that was must still be sendable, or each that is now must be one of those that were. */
  #variantBreaks(was: readonly Schema[], is: readonly Schema[], direction: Direction, path: string): string[] {
    if (direction === 'received' && is.length > was.length) return this.#variantBreaks(was, is.slice(0, was.length), direction, path);
    const [each, among] = direction === 'sent' ? [was, is] : [is, was];
    return each.flatMap((one) => {
      const candidates = among.map((other) => {
        const [released, current] = direction === 'sent' ? [one, other] : [other, one];
        return new SchemaComparison(this.#released, this.#current).breaks(released, current, direction, path);
      });
      return candidates.some((found) => found.length === 0) ? [] : (candidates.sort((a, b) => a.length - b.length)[0] ?? []);
    });
  }

  #memberBreaks(was: Schema, is: Schema, direction: Direction, path: string): string[] {
    const found: string[] = [];
    for (const [name, member] of Object.entries(was.properties ?? {})) {
      const now = is.properties?.[name];
      if (now === undefined) {
        if (!isSchema(is.additionalProperties)) found.push(`${path}.${name} is gone`);
      } else found.push(...this.breaks(member, now, direction, `${path}.${name}`));
    }
    const [before, after] = [new Set(was.required), new Set(is.required)];
    if (direction === 'sent') for (const name of after) if (!before.has(name)) found.push(`${path}.${name} is now required`);
    if (direction === 'received')
      for (const name of before)
        if (!after.has(name) && is.properties?.[name] !== undefined) found.push(`${path}.${name} may now be absent`);
    return found;
  }
}

function resolve(schema: Schema, document: SchemaDocument): Schema {
  const { $ref, allOf, ...own } = schema;
  const parts = [own as Schema];
  if ($ref !== undefined) parts.push(resolve(document.components?.schemas?.[$ref.split('/').at(-1) ?? ''] ?? {}, document));
  for (const part of allOf ?? []) parts.push(resolve(part, document));
  if (parts.length === 1) return own as Schema;
  return {
    ...Object.assign({}, ...parts.toReversed()),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties ?? {})) as Record<string, Schema>,
    required: parts.flatMap(({ required }) => required ?? []),
  } as Schema;
}

function variantsOf(schema: Schema): readonly Schema[] {
  return schema.anyOf ?? schema.oneOf ?? [schema];
}

function isSchema(value: Schema | boolean | undefined): value is Schema {
  return typeof value === 'object';
}

function typesOf({ type, const: only, enum: values }: Schema): string[] {
  if (type !== undefined) return typeof type === 'string' ? [type] : [...type];
  const known = only === undefined ? (values ?? []) : [only];
  return [...new Set(known.map((value) => (value === null ? 'null' : typeof value)))];
}

function typeBreaks(was: Schema, is: Schema, direction: Direction, path: string): string[] {
  const [before, after] = [typesOf(was), typesOf(is)];
  const [each, among] = direction === 'sent' ? [before, after] : [after, before];
  // An integer is a number; the other way round it is not.
  const covered = (type: string) => among.includes(type) || (type === 'integer' && among.includes('number'));
  if (before.length > 0 && after.length > 0 && !each.every(covered))
    return [`${path} was ${before.join(' or ')}, and is ${after.join(' or ')}`];
  if (direction === 'received' || is.enum === undefined) return [];
  const gone = (was.enum ?? []).filter((value) => !is.enum?.includes(value));
  if (was.enum === undefined && was.const === undefined && before.length > 0) return [`${path} takes certain values only`];
  return gone.map((value) => `${path} no longer takes ${JSON.stringify(value)}`);
}

function limitBreaks(was: Schema, is: Schema, path: string): string[] {
  const tightened = (names: readonly string[], isTighter: (before: number, after: number) => boolean, none: number) =>
    names.filter((name) => is[name] !== undefined && isTighter(Number(was[name] ?? none), Number(is[name])));
  return [
    ...tightened(UPPER_LIMITS, (before, after) => after < before, Infinity),
    ...tightened(LOWER_LIMITS, (before, after) => after > before, -Infinity),
  ].map((name) => `${path} has a tighter ${name}: ${String(is[name])}`);
}
