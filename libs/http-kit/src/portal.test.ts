import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { onlyClientOf, requireReach } from './portal.ts';

const own = randomUUID();
const staff = { userType: 'internal', clientId: undefined } as const;
const person = { userType: 'client', clientId: own } as const;

describe('what a caller reaches', () => {
  it('is every client for staff', () => {
    expect(onlyClientOf(staff)).toBeUndefined();
    expect(() => requireReach(staff, randomUUID())).not.toThrow();
  });

  it('is the own client for a person of the portal', () => {
    expect(onlyClientOf(person)).toBe(own);
    expect(() => requireReach(person, own.toUpperCase())).not.toThrow();
    expect(() => requireReach(person, randomUUID())).toThrow('Client not found');
  });

  it('is no client for a person of the portal who belongs to none', () => {
    const stray = { userType: 'client', clientId: undefined } as const;
    expect(onlyClientOf(stray)).toBeDefined();
    expect(() => requireReach(stray, own)).toThrow('Client not found');
  });
});
