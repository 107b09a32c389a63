import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@psa/contract-kit';
import { TaskForm } from '@psa/contracts-automation';
import { completeAnswer, formIssues } from './task-form.rules.ts';

const formOf = (properties: object, given: object = {}) => TaskForm.parse({ type: 'object', properties, ...given });

/** The form and one answer it is held against: what comes of it, or what is wrong by its place. */
function complete(properties: object, answer: Record<string, unknown>, given: object = {}): unknown {
  try {
    return completeAnswer(formOf(properties, given), answer);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return (error.details as { path: unknown[]; message: string }[]).map(({ path, message }) => `${path.join('.')} ${message}`);
  }
}

describe('an answer to a form', () => {
  it('gets the defaults of what it leaves out, which then is there', () => {
    const properties = { size: { type: 'string', default: 'M' }, count: { type: 'integer', default: 1 }, note: { type: 'string' } };
    expect(complete(properties, { count: 3 }, { required: ['size'] })).toEqual({ count: 3, size: 'M' });
    expect(complete(properties, {}, { required: ['note'] })).toEqual(['formData.note is required']);
  });

  it('has texts that match their pattern', () => {
    const properties = { tag: { type: 'string', pattern: '^[A-Z]{2}-\\d+$' } };
    expect(complete(properties, { tag: 'WS-17' })).toEqual({ tag: 'WS-17' });
    expect(complete(properties, { tag: 'ws' })).toEqual(['formData.tag must match ^[A-Z]{2}-\\d+$']);
  });

  it('has objects and lists whose parts are as the form demands, named by their place', () => {
    const person = {
      type: 'object',
      properties: { name: { type: 'string', minLength: 1 }, role: { type: 'string', default: 'User' } },
      required: ['name'],
      additionalProperties: false,
    };
    const properties = { site: { type: 'object', properties: { people: { type: 'array', items: person, minItems: 1, maxItems: 2 } } } };
    expect(complete(properties, { site: { people: [{ name: 'Ann' }] } })).toEqual({ site: { people: [{ name: 'Ann', role: 'User' }] } });
    expect(complete(properties, { site: { people: [{ name: '' }, { age: 7 }] } })).toEqual([
      'formData.site.people.0.name must have at least 1 characters',
      'formData.site.people.1.age is no member of the form',
      'formData.site.people.1.name is required',
    ]);
    expect(complete(properties, { site: { people: [] } })).toEqual(['formData.site.people must have at least 1 entries']);
    expect(complete(properties, { site: [] })).toEqual(['formData.site must be an object']);
  });

  it.each([
    [{ type: 'integer', minimum: 2 }, 1, 'must be at least 2'],
    [{ type: 'integer' }, 1.5, 'must be an integer'],
    [{ type: 'number', maximum: 2 }, 3, 'must be at most 2'],
    [{ type: 'string', maxLength: 2 }, 'abc', 'must have at most 2 characters'],
    [{ type: 'string', format: 'email' }, 'me', 'must be a email'],
    [{ type: 'string', enum: ['a', 'b'] }, 'c', 'must be one of the choices'],
    [{ type: 'boolean' }, 'yes', 'must be a boolean'],
    [{ type: 'array', items: { type: 'string' } }, [1], '0 must be a string'],
  ])('is refused where the form demands %j and it has %j', (member, value, message) => {
    expect(complete({ it: member }, { it: value })).toEqual([
      message.startsWith('0') ? `formData.it.${message}` : `formData.it ${message}`,
    ]);
  });
});

describe('a form', () => {
  it('has patterns of RE2 and defaults that it would take', () => {
    const properties = {
      bad: { type: 'string', pattern: '(?=a)' },
      list: { type: 'array', items: { type: 'string', pattern: '(' } },
      size: { type: 'object', properties: { width: { type: 'integer', minimum: 1, default: 0 } } },
    };
    expect(formIssues(formOf(properties), ['form']).map(({ path }) => path.join('.'))).toEqual([
      'form.properties.bad.pattern',
      'form.properties.list.items.pattern',
      'form.properties.size.properties.width.default',
    ]);
  });

  it('has no more than three objects or lists within one another', () => {
    const nested = (depth: number): object =>
      depth === 0 ? { type: 'string' } : { type: 'object', properties: { below: nested(depth - 1) } };
    const accepts = (depth: number) => TaskForm.safeParse({ type: 'object', properties: { top: nested(depth) } }).success;
    expect([accepts(3), accepts(4)]).toEqual([true, false]);
  });
});
