import { describe, expect, it } from '@jest/globals';
import { tenantId } from '@psa/contract-kit';
import { chooseCandidate } from './candidate.rules.ts';

const [ONE, OTHER] = [tenantId('11111111-1111-4111-8111-111111111111'), tenantId('22222222-2222-4222-8222-222222222222')];
const staff = { tenant: ONE, user_id: 'staff', user_type: 'internal' };
const contractor = { tenant: ONE, user_id: 'contractor', user_type: 'contractor' };
const client = { tenant: ONE, user_id: 'client', user_type: 'client' };
const foreign = { tenant: OTHER, user_id: 'foreign', user_type: 'internal' };
const foreignClient = { tenant: OTHER, user_id: 'foreign-client', user_type: 'client' };

describe('who is meant by an address', () => {
  it.each([
    [[], undefined, undefined],
    [[staff], undefined, 'staff'],
    [[staff], 'internal', 'staff'],
    [[staff], 'client', undefined],
    [[staff], 'root', undefined],
    [[contractor], 'internal', 'contractor'],
    [[client], undefined, 'client'],
    [[staff, client], undefined, 'staff'],
    [[client, staff], 'client', 'client'],
    [[staff, foreign], undefined, undefined],
    [[staff, foreign], 'internal', undefined],
    [[staff, foreignClient], undefined, undefined],
    [[staff, foreignClient], 'internal', 'staff'],
    [[staff, foreignClient], 'client', 'foreign-client'],
    [[staff, contractor], undefined, undefined],
  ])('of %j as %s: %s', (candidates, userType, meant) => {
    expect(chooseCandidate(candidates, userType)?.user_id).toBe(meant);
  });
});
