import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { onlyClientOf, requireReach, requireStaff, writableBy } from './portal.rules.ts';

const own = randomUUID();
const staff = { userType: 'internal', clientId: undefined } as const;
const person = { userType: 'client', clientId: own } as const;

describe('what a caller reaches', () => {
  it('is every client for staff', () => {
    expect(onlyClientOf(staff)).toBeUndefined();
    expect(() => requireReach(staff, randomUUID())).not.toThrow();
    expect(() => requireStaff(staff)).not.toThrow();
  });

  it('is the own client for a person of the portal', () => {
    expect(onlyClientOf(person)).toBe(own);
    expect(() => requireReach(person, own.toUpperCase())).not.toThrow();
    expect(() => requireReach(person, randomUUID())).toThrow('Client not found');
    expect(() => requireStaff(person)).toThrow('only staff');
  });

  it('is no client for a person of the portal who belongs to none', () => {
    const stray = { userType: 'client', clientId: undefined } as const;
    expect(onlyClientOf(stray)).toBeDefined();
    expect(() => requireReach(stray, own)).toThrow('Client not found');
  });
});

describe('what a caller may write', () => {
  const change = { phone_no: '1', credit_limit: 9, is_tax_exempt: true, client_name: 'Other' };

  it.each([
    [staff, change],
    [person, { phone_no: '1' }],
  ])('by %o', (who, allowed) => {
    expect(writableBy(who, change)).toEqual(allowed);
  });
});
