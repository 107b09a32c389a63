import { describe, expect, it } from '@jest/globals';
import { requestOrigin } from './request-origin.ts';

describe('where a request came from', () => {
  it.each<[string | string[] | undefined, string | null]>([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['192.0.2.7, 10.0.0.1', null],
    ['somewhere', null],
    [['192.0.2.7'], null],
    [undefined, null],
  ])('of x-forwarded-for %j is %j', (given, address) => {
    expect(requestOrigin({ 'x-forwarded-for': given }).address).toBe(address);
  });

  it('names the program, without what no text should hold, and not at any length', () => {
    expect(requestOrigin({ 'user-agent': 'Tester/1.0\u0000\u007f' }).userAgent).toBe('Tester/1.0__');
    expect(requestOrigin({ 'user-agent': 'x'.repeat(2000) }).userAgent).toHaveLength(512);
    expect(requestOrigin({}).userAgent).toBeNull();
  });
});
