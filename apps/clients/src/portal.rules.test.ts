import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { writableBy } from './portal.rules.ts';

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
