import { describe, expect, it } from '@jest/globals';
import { slugFrom } from './tenant.rules.ts';

describe('slugFrom', () => {
  it.each([
    ['Acme', 'acme'],
    ['Acme IT Services, Ltd.', 'acme-it-services-ltd'],
    ['  Café Zürich  ', 'cafe-zurich'],
    ['-- A --', 'a'],
    ['24/7 Support', '24-7-support'],
    [`${'long '.repeat(20)}`, 'long-'.repeat(13).slice(0, 63).replace(/-$/, '')],
    ['株式会社', undefined],
    ['!!!', undefined],
  ])('%j becomes %j', (name, slug) => {
    expect(slugFrom(name)).toBe(slug);
  });
});
