import { describe, expect, it } from '@jest/globals';
import { defaultRoles } from './default-roles.ts';

describe('the roles every tenant starts with', () => {
  it('let all of the staff work on the tasks of workflows', () => {
    const staff = defaultRoles.filter(({ portal }) => portal === 'msp');
    expect(staff.filter(({ permissions }) => !permissions.includes('workflow:read'))).toEqual([]);
  });

  it('let nobody from a client see workflows', () => {
    const ofClients = defaultRoles.filter(({ portal }) => portal === 'client');
    expect(ofClients.flatMap(({ permissions }) => permissions).filter((name) => name.startsWith('workflow:'))).toEqual([]);
  });
});
