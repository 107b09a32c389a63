import { describe, expect, it } from '@jest/globals';
import type { UserAccess } from '../grant/effective-permissions.records.ts';
import { checkEach, checkFeature } from './permission-check.rules.ts';

const access = (given: Partial<UserAccess> = {}): UserAccess => ({
  user_id: 'u',
  user_type: 'internal',
  is_inactive: false,
  sources: [
    { name: 'asset:read', until: null, role_name: 'Technician', team_name: null },
    { name: 'asset:read', until: '2030-01-01T00:00:00.000Z', role_name: null, team_name: 'Field' },
  ],
  ...given,
});
const ASSET_READ = { resource: 'asset', action: 'read' };
const KNOWN = new Set(['asset:read', 'asset:update']);

describe('a permission check', () => {
  it.each([
    [ASSET_READ, access(), true, 'Held through role Technician, team Field'],
    [{ resource: 'asset', action: 'update' }, access(), false, 'No role or team of the user holds it'],
    [{ resource: 'asset', action: 'fly' }, access(), false, 'There is no such permission'],
    [ASSET_READ, undefined, false, 'There is no such user'],
    [ASSET_READ, access({ is_inactive: true }), false, 'The user is inactive'],
  ])('of %j for %j: %s, %s', (pair, user, granted, reason) => {
    expect(checkEach([pair], user, KNOWN)).toEqual([{ ...pair, granted, reason }]);
  });

  it('answers in the order asked', () => {
    const pairs = [{ resource: 'asset', action: 'update' }, ASSET_READ];
    expect(checkEach(pairs, access(), KNOWN).map(({ granted }) => granted)).toEqual([false, true]);
  });
});

describe('access to a feature', () => {
  const feature = (given = {}) => ({
    is_enabled: true,
    permissions: ['asset:read'],
    roles: [{ role_id: 'r', role_name: 'Technician' }],
    ...given,
  });

  it.each([
    ['granted', feature(), access(), ['r'], [], []],
    ['missing', feature(), access(), [], [], ['Technician']],
    ['missing', feature({ permissions: ['asset:read', 'rmm:execute_command'] }), access(), ['r'], ['rmm:execute_command'], []],
    ['disabled', feature({ is_enabled: false }), access(), ['r'], [], []],
    ['unknown_feature', undefined, access(), [], [], []],
    ['unknown_user', feature(), undefined, [], ['asset:read'], ['Technician']],
    ['inactive_user', feature(), access({ is_inactive: true }), ['r'], ['asset:read'], []],
  ] as const)('is %s', (reason, demands, user, had, missing_permissions, missing_roles) => {
    expect(checkFeature('asset_management', demands, user, new Set(had))).toEqual({
      feature_name: 'asset_management',
      has_access: reason === 'granted',
      missing_permissions,
      missing_roles,
      reason,
    });
  });
});
