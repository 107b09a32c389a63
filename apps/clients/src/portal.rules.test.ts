import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { filtersFor, writableBy } from './portal.rules.ts';

const own = randomUUID();
const staff = { userType: 'internal', clientId: undefined } as const;
const person = { userType: 'client', clientId: own } as const;

describe('what a caller may write', () => {
  const change = { phone_no: '1', credit_limit: 9, is_tax_exempt: true, client_name: 'Other' };

  it.each([
    [staff, change],
    [person, { phone_no: '1' }],
  ])('by %o', (who, allowed) => {
    expect(writableBy(who, change)).toEqual(allowed);
  });
});

describe('what a caller may filter by', () => {
  const query = { page: 1, search: 'a', tags: ['vip'], has_credit_limit: true, industry: 'Law', company_size: '1-9', is_inactive: false };

  it.each([
    [staff, query],
    [person, { page: 1, search: 'a', is_inactive: false }],
  ])('is for %o what they are shown', (who, allowed) => {
    expect(filtersFor(who, query)).toEqual(allowed);
  });
});
