import { describe, expect, it } from '@jest/globals';
import { parseQueryString } from './validation.ts';

describe('a query string', () => {
  it.each([
    ['', {}],
    ['name=desk&limit=5', { name: 'desk', limit: '5' }],
    ['name=front%20desk+2', { name: 'front desk 2' }],
    ['name=%F0%9F%96%A8%EF%B8%8F', { name: '🖨️' }],
    ['status=new&status=open&status=done', { status: ['new', 'open', 'done'] }],
    ['constructor=1&__proto__=2', { constructor: '1', ['__proto__']: '2' }],
  ])('%s is read', (text, expected) => {
    expect({ ...parseQueryString(text) }).toEqual(expected);
  });

  it.each([
    ['client_id=&name=desk', { name: 'desk' }],
    ['client_id&name=desk', { name: 'desk' }],
    ['status=&status=open&status=', { status: 'open' }],
    ['limit=&page=&search=', {}],
  ])('%s counts what is empty as absent', (text, expected) => {
    expect({ ...parseQueryString(text) }).toEqual(expected);
  });

  it('keeps a value of blanks: what it means is for the schema to say', () => {
    expect({ ...parseQueryString('name=%20') }).toEqual({ name: ' ' });
  });
});
