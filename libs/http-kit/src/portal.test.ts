import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { clientScopeOf, assertInClientScope } from './portal.ts';

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
