import { describe, expect, it } from '@jest/globals';
import { changedMembers } from './changed-members.ts';

describe('the changed members', () => {
  const previous = { name: 'A', tags: ['x'], properties: { a: 1, b: 2 }, email: null };

  it.each([
    ['left out', {}, {}],
    ['the same', { name: 'A', email: null }, {}],
    ['undefined', { name: undefined }, {}],
    ['an object in another order', { properties: { b: 2, a: 1 } }, {}],
    ['another value', { name: 'B', tags: ['x'] }, { name: 'B' }],
    ['set to null', { name: null, tags: [] }, { name: null, tags: [] }],
  ])('%s', (_, next, changed) => {
    expect(changedMembers(previous, next)).toEqual(changed);
  });
});
