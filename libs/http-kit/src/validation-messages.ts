import type { z } from 'zod';

/** Choices that are named in a message; a longer list would hide what the message is about. */
const MAX_NAMED_CHOICES = 30;

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'must be an email address',
  url: 'must be a URL',
  uuid: 'must be a UUID',
  guid: 'must be a UUID',
  datetime: 'must be a date and time such as 2026-01-31T08:00:00Z',
  date: 'must be a date such as 2026-01-31',
  time: 'must be a time such as 08:30',
  ipv4: 'must be an IPv4 address',
  ipv6: 'must be an IPv6 address',
  base64: 'must be Base64',
  regex: 'has the wrong format',
};

/** Counts what is too short or too long, by the origin of the issue. */
const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
  map: ['entry', 'entries'],
  file: ['byte', 'bytes'],
};

/**
 * What is wrong with a value, for the person who reads the answer. The name of the member stands in the path beside it.
 * Messages that a schema gives itself go before these.
 */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined && issue.code !== 'custom') return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === null ? `must not be null, but ${typeName(issue.expected)}` : `must be ${typeName(issue.expected)}`;
    case 'too_small':
      return describeBound(issue.origin, Number(issue.minimum), issue.inclusive ?? true, issue.exact ?? false, 'least');
    case 'too_big':
      return describeBound(issue.origin, Number(issue.maximum), issue.inclusive ?? true, issue.exact ?? false, 'most');
    case 'invalid_format':
      return FORMATS[issue.format];
    case 'invalid_value':
      return describeChoices(issue.values);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `has members that are not known: ${issue.keys.slice(0, MAX_NAMED_CHOICES).join(', ')}`;
    case 'invalid_union':
      return 'has none of the accepted forms';
    default:
      return undefined;
  }
}

function typeName(expected: string): string {
  return TYPES[expected] ?? `of type ${expected}`;
}

function describeBound(origin: string, bound: number, isInclusive: boolean, isExact: boolean, side: 'least' | 'most'): string {
  const units = UNITS[origin];
  if (units === undefined) {
    if (isInclusive) return `must be at ${side} ${bound}`;
    return side === 'least' ? `must be greater than ${bound}` : `must be less than ${bound}`;
  }
  if (side === 'least' && bound === 1 && !isExact) return 'must not be empty';
  return `must have ${isExact ? 'exactly' : `at ${side}`} ${bound} ${units[bound === 1 ? 0 : 1]}`;
}

function describeChoices(values: readonly unknown[]): string {
  const names = values.map(String);
  if (names.length === 1) return `must be ${names[0]}`;
  if (names.length <= MAX_NAMED_CHOICES) return `must be one of ${names.join(', ')}`;
  return `must be one of ${names.slice(0, MAX_NAMED_CHOICES).join(', ')} and ${names.length - MAX_NAMED_CHOICES} more`;
}
