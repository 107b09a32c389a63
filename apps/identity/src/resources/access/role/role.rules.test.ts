import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { choosePortals, fits, planPermissions, requireAdminIntact, requireFitting } from './role.rules.ts';

describe('the portals of a new role', () => {
  it.each([
    [{}, undefined, { msp: true, client: false }],
    [{}, { msp: false, client: true }, { msp: false, client: true }],
    [{ client: true }, undefined, { msp: false, client: true }],
    [
      { msp: true, client: true },
      { msp: true, client: false },
      { msp: true, client: true },
    ],
    [{ msp: true }, { msp: false, client: true }, { msp: true, client: false }],
  ])('given %j, copied from %j, are %j', (input, source, portals) => {
    expect(choosePortals(input, source)).toEqual(portals);
  });

  it('are at least one', () => {
    expect(() => choosePortals({ msp: false }, undefined)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        details: [{ path: ['msp'], code: 'no_portal', message: 'a role is for the MSP, for clients, or for both' }],
      }),
    );
  });
});

describe('what a role can hold', () => {
  it.each([
    [{ msp: true, client: false }, { msp: true, client: true }, true],
    [{ msp: true, client: false }, { msp: false, client: true }, false],
    [{ msp: false, client: true }, { msp: true, client: false }, false],
    [{ msp: true, client: true }, { msp: false, client: true }, true],
  ])('a role of %j a permission of %j: %s', (role, permission, can) => {
    expect(fits(role, permission)).toBe(can);
  });

  const permission = { permission_id: 'p', resource: 'asset', action: 'read', msp: true, client: false };

  it('is named once, however often it is asked for', () => {
    expect(requireFitting(['p', 'p'], [permission], { msp: true, client: false }, 'permissions')).toEqual([permission]);
  });

  it.each([
    [['p', 'q'], { msp: true, client: false }, 'unknown_reference', 1, 'is not a permission of this tenant'],
    [['p'], { msp: false, client: true }, 'wrong_portal', 0, "asset:read is not a permission of the role's portal"],
  ])('refuses %j in %j as %s', (ids, role, code, index, message) => {
    let thrown: unknown;
    try {
      requireFitting(ids, [permission], role, 'permissions');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ code, path: ['permissions', index], message }] });
  });
});

describe('a change of what a role holds', () => {
  it.each([
    ['add', ['a'], ['a', 'b', 'b'], { added: ['b'], removed: [] }],
    ['replace', ['a', 'b'], ['b', 'c'], { added: ['c'], removed: ['a'] }],
    ['remove', ['a', 'b'], ['b', 'c'], { added: [], removed: ['b'] }],
    ['replace', ['a'], [], { added: [], removed: ['a'] }],
  ] as const)('%s: from %j with %j', (change, current, given, plan) => {
    expect(planPermissions(current, given, change)).toEqual(plan);
  });

  it('gives what it says', () => {
    const ids = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e'));
    fc.assert(
      fc.property(ids, ids, fc.constantFrom('add', 'replace', 'remove'), (current, given, change) => {
        const { added, removed } = planPermissions(current, given, change);
        const after = new Set([...current.filter((id) => !removed.includes(id)), ...added]);
        const expected = { add: [...current, ...given], replace: given, remove: current.filter((id) => !given.includes(id)) }[change];
        expect(after).toEqual(new Set(expected));
        expect(added.filter((id) => current.includes(id))).toEqual([]);
      }),
    );
  });

  it('leaves an Admin its name and all it holds', () => {
    expect(() => requireAdminIntact({ role_name: 'Admin' }, { role_name: 'Boss', removed: [] })).toThrow('keeps its name');
    expect(() => requireAdminIntact({ role_name: 'Admin' }, { removed: ['a'] })).toThrow('holds every permission');
    expect(() => requireAdminIntact({ role_name: 'Admin' }, { role_name: 'Admin', removed: [] })).not.toThrow();
    expect(() => requireAdminIntact({ role_name: 'Auditor' }, { role_name: 'Reader', removed: ['a'] })).not.toThrow();
  });
});
