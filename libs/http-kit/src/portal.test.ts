import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { assertInClientScope, assertPortalFilters, clientScopeOf } from './portal.ts';

const own = randomUUID();
const staff = { userType: 'internal', clientId: undefined } as const;
const person = { userType: 'client', clientId: own } as const;

describe('what a caller reaches', () => {
  it('is every client for staff', () => {
    expect(clientScopeOf(staff)).toBeUndefined();
    expect(() => assertInClientScope(staff, randomUUID())).not.toThrow();
  });

  it('is the own client for a person of the portal', () => {
    expect(clientScopeOf(person)).toBe(own);
    expect(() => assertInClientScope(person, own.toUpperCase())).not.toThrow();
    expect(() => assertInClientScope(person, randomUUID())).toThrow('Client not found');
  });

  it('is no client for a person of the portal who belongs to none', () => {
    const stray = { userType: 'client', clientId: undefined } as const;
    expect(clientScopeOf(stray)).toBeDefined();
    expect(() => assertInClientScope(stray, own)).toThrow('Client not found');
  });
});

describe('what a caller may narrow lists by', () => {
  const forStaff = ['tags', 'budget'] as const;
  const none = { tags: undefined, budget: undefined, sort: 'name' };

  it('is everything for staff', () => {
    expect(() => assertPortalFilters(staff, { ...none, tags: 'vip', sort: 'budget' }, forStaff, ['budget'])).not.toThrow();
  });

  it('is what they are shown for a person of the portal', () => {
    expect(() => assertPortalFilters(person, none, forStaff, ['budget'])).not.toThrow();
    const refusal = (query: typeof none | { tags: string }) => {
      try {
        assertPortalFilters(person, { ...none, ...query }, forStaff, ['budget']);
      } catch (error) {
        return error;
      }
      return undefined;
    };
    expect(refusal({ tags: 'vip' })).toMatchObject({ details: [{ path: ['tags'], code: 'staff_only' }] });
    expect(refusal({ ...none, sort: 'budget' })).toMatchObject({ details: [{ path: ['sort'], code: 'staff_only' }] });
  });
});
