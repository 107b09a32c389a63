import type { ConditionDataType } from './names.ts';

/** Says that a value cannot be taken for one of the type asked for. */
export const NOT_COERCIBLE: unique symbol = Symbol('not coercible');

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;
const WITHOUT_ZONE = /[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/i;

const coercions: { readonly [T in ConditionDataType]: (value: unknown) => unknown } = {
  string: (value) => {
    if (typeof value === 'string') return value;
    return typeof value === 'boolean' || Number.isFinite(value) ? String(value) : NOT_COERCIBLE;
  },
  number: (value) => {
    if (typeof value === 'string' && NUMBER.test(value.trim())) return finite(Number(value));
    return finite(value);
  },
  boolean: (value) => {
    if (value === true || value === 1 || value === 'true' || value === '1') return true;
    return value === false || value === 0 || value === 'false' || value === '0' ? false : NOT_COERCIBLE;
  },
  date: (value) => {
    // A time without a zone is one in UTC: what it means must not depend on where the service runs.
    if (typeof value === 'string' && DATE.test(value)) return finite(Date.parse(WITHOUT_ZONE.test(value) ? `${value}Z` : value));
    return finite(value);
  },
  array: (value) => (Array.isArray(value) ? value : NOT_COERCIBLE),
  object: (value) => (isObject(value) ? value : NOT_COERCIBLE),
};

/** A value as one of the given type: instants as milliseconds, everything else as itself. @returns NOT_COERCIBLE when it is none */
export function coerce(value: unknown, type: ConditionDataType): unknown {
  return coercions[type](value);
}

/** The type a value has of itself; undefined for null and what JSON does not know. */
export function typeOf(value: unknown): Exclude<ConditionDataType, 'date'> | undefined {
  if (Array.isArray(value)) return 'array';
  if (isObject(value)) return 'object';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : undefined;
}

function finite(value: unknown): unknown {
  return typeof value === 'number' && Number.isFinite(value) ? value : NOT_COERCIBLE;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
