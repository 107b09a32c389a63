import { ApiError, type Issue } from '@psa/contract-kit';
import type { z } from 'zod';
import type { RequestInfo } from './handlers.ts';
import { assertStorableText } from './request-body.ts';
import { describeIssue } from './validation-messages.ts';

export type InputPart = 'params' | 'query' | 'body';

const messages: Record<InputPart, string> = {
  params: 'Invalid ID format',
  query: 'Query validation failed',
  body: 'Validation failed',
};

const unknownMessages: Record<InputPart, string> = {
  params: 'is not a parameter of this path',
  query: 'is not a query parameter of this operation',
  body: 'is not a field that can be written here',
};

/**
 * Parses one part of the request.
 * @param strict refuses members the schema does not know, instead of dropping them
 * @throws VALIDATION_ERROR naming every fault
 */
export function parsePart<T extends z.ZodType>(part: InputPart, schema: T, value: unknown, strict: boolean): z.output<T> {
  const result = schema.safeParse(value, { error: describeIssue });
  if (!result.success) {
    const issues: Issue[] = result.error.issues.map(({ code, path, message }) => ({ code, path: path as (string | number)[], message }));
    throw new ApiError('VALIDATION_ERROR', messages[part], issues);
  }
  if (strict) {
    const issues: Issue[] = unknownMembers(value, result.data, []).map((path) => ({
      code: 'unrecognized_keys',
      path,
      message: unknownMessages[part],
    }));
    if (issues.length > 0) throw new ApiError('VALIDATION_ERROR', messages[part], issues);
  }
  return result.data;
}

/**
 * Parses one of several items of a body that are each refused by itself.
 * @param request says whether the caller wants unknown members refused
 * @throws VALIDATION_ERROR naming every fault of the item
 */
export function parseItem<T extends z.ZodType>(schema: T, value: unknown, { headers }: Pick<RequestInfo, 'headers'>): z.output<T> {
  return parsePart('body', schema, value, wantsStrict(headers['prefer']));
}

/** Members of the input that parsing dropped; schemas drop what they do not know, so nothing else is missing. */
function unknownMembers(input: unknown, parsed: unknown, path: (string | number)[]): (string | number)[][] {
  if (typeof input !== 'object' || input === null || typeof parsed !== 'object' || parsed === null) return [];
  if (Array.isArray(input)) {
    return Array.isArray(parsed) ? input.flatMap((item, index) => unknownMembers(item, parsed[index], [...path, index])) : [];
  }
  return Object.entries(input).flatMap(([key, value]) =>
    Object.hasOwn(parsed, key) ? unknownMembers(value, (parsed as Record<string, unknown>)[key], [...path, key]) : [[...path, key]],
  );
}

/**
 * A query string as an object; a repeated parameter becomes an array. An empty value counts as absent: forms and generated
 * clients send every parameter they know, and no parameter of the product means anything when it is empty.
 * @throws VALIDATION_ERROR for text Postgres cannot store
 */
export function parseQueryString(text: string): Record<string, string | string[]> {
  // Without a prototype: `?__proto__=` and `?constructor=` are names like any other.
  const query = Object.create(null) as Record<string, string | string[]>;
  if (text === '') return query;
  for (const [name, value] of new URLSearchParams(text)) {
    if (value === '') continue;
    assertStorableText(value, [name]);
    const previous = query[name];
    if (previous === undefined) query[name] = value;
    else if (Array.isArray(previous)) previous.push(value);
    else query[name] = [previous, value];
  }
  return query;
}

/** RFC 7240: whether the caller wants unknown members refused. */
export function wantsStrict(prefer: string | string[] | undefined): boolean {
  return prefer !== undefined && /(?:^|[,;\s])handling\s*=\s*"?strict"?(?![\w-])/i.test(String(prefer));
}
