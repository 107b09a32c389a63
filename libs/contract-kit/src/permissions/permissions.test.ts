import { describe, expect, test } from '@jest/globals';
import { isClientPermission, isPermissionName, permissionCatalogue, permissions } from './catalogue.ts';
import type { PermissionName, Portal } from './catalogue.ts';
import { defaultRoles, portalGrants } from './default-roles.ts';

const duplicatesIn = (values: readonly string[]): string[] => values.filter((value, index) => values.indexOf(value) !== index);

const pairsOf = (portal: Portal): PermissionName[] => permissions.filter((pair) => pair[portal]).map(({ name }) => name);

function role(portal: Portal, name: string): readonly PermissionName[] {
  const found = defaultRoles.find((candidate) => candidate.portal === portal && candidate.role_name === name);
  if (!found) throw new Error(`no role ${name} in ${portal}`);
  return found.permissions;
}

describe('the permission catalogue', () => {
  test('has no pair twice', () => {
    expect(duplicatesIn(permissions.map(({ name }) => name))).toEqual([]);
    for (const { msp, client } of Object.values(permissionCatalogue)) {
      expect([...duplicatesIn(msp), ...duplicatesIn(client)]).toEqual([]);
    }
  });

  test('lists its resources in order, so that a new one has one place to go', () => {
    const resources = Object.keys(permissionCatalogue);
    expect(resources).toEqual(resources.toSorted());
  });

  test('keeps to what a permission row can hold', () => {
    for (const { resource, action, description, msp, client } of permissions) {
      expect(resource).toMatch(/^[a-z][a-z_]{0,49}$/);
      expect(action).toMatch(/^[a-z][a-z_]{0,49}$/);
      expect(description).toMatch(/^[A-Z].{3,254}$/);
      expect(msp || client).toBe(true);
    }
  });

  test('describes no two pairs alike', () => {
    expect(duplicatesIn(permissions.map(({ description }) => description))).toEqual([]);
  });

  test.each<PermissionName>([
    'asset:read',
    'role:update',
    'permission:delete',
    'automation:execute',
    'webhook:test',
    'webhook:retry',
    'team:manage_members',
    'rmm:execute_command',
    'timesheet:read_all',
    'timeperiod:create',
    'invoice:finalize',
    'settings:update',
    'time_management:read',
  ])('has %s', (name) => {
    expect(isPermissionName(name)).toBe(true);
  });

  test.each(['asset:fly', 'constructor:read', 'asset', '', 'asset:read ', 'Asset:read'])('does not have "%s"', (name) => {
    expect(isPermissionName(name)).toBe(false);
  });

  test('describes a pair by its words, or in words of its own', () => {
    expect(permissions.find(({ name }) => name === 'asset:read')).toMatchObject({ description: 'Read assets' });
    expect(permissions.find(({ name }) => name === 'storage:write')).toMatchObject({ description: 'Store and replace files' });
  });

  test.each<[PermissionName, boolean]>([
    ['ticket:read', true],
    ['time_management:delete', true],
    ['ticket:delete', false],
    ['billing:delete', false],
    ['asset:read', false],
  ])('whether people of the client portal can hold %s: %s', (name, can) => {
    expect(isClientPermission(name)).toBe(can);
  });

  test('tells the portals apart', () => {
    expect(permissions.find(({ name }) => name === 'billing:delete')).toMatchObject({ msp: true, client: false });
    expect(permissions.find(({ name }) => name === 'billing:update')).toMatchObject({ msp: true, client: true });
    expect(permissions.find(({ name }) => name === 'time_management:read')).toMatchObject({ msp: false, client: true });
  });
});

describe('default roles', () => {
  test('are the six of the MSP portal and the three of the client portal', () => {
    expect(defaultRoles.map(({ portal, role_name }) => `${portal} ${role_name}`)).toEqual([
      'msp Admin',
      'msp Finance',
      'msp Technician',
      'msp Manager',
      'msp Project Manager',
      'msp Dispatcher',
      'client Admin',
      'client Finance',
      'client User',
    ]);
  });

  test.each(defaultRoles)('$portal $role_name holds pairs of its own portal, each once', ({ portal, permissions: held }) => {
    expect(duplicatesIn(held)).toEqual([]);
    const known = pairsOf(portal);
    expect(held.filter((name) => !known.includes(name))).toEqual([]);
  });

  test.each<Portal>(['msp', 'client'])('the %s Admin holds all of its portal', (portal) => {
    expect(role(portal, 'Admin').toSorted()).toEqual(pairsOf(portal).toSorted());
  });

  test('only an Admin manages users, roles and security', () => {
    const reserved: PermissionName[] = [
      'role:create',
      'role:update',
      'permission:create',
      'user:update',
      'user:delete',
      'security_settings:update',
    ];
    for (const { role_name, permissions: held } of defaultRoles.filter((candidate) => candidate.role_name !== 'Admin')) {
      expect({ role_name, held: reserved.filter((name) => held.includes(name)) }).toEqual({ role_name, held: [] });
    }
  });

  test('a Technician works on tickets but deletes nothing', () => {
    const held = role('msp', 'Technician');
    expect(held).toEqual(
      expect.arrayContaining(['ticket:update', 'asset:create', 'client:read', 'timesheet:submit', 'timesheet:read_all']),
    );
    expect(held.filter((name) => name.endsWith(':delete'))).toEqual([]);
    expect(held).not.toContain('timesheet:approve');
  });

  test('a Manager approves time sheets without reading those of everybody', () => {
    const held = role('msp', 'Manager');
    expect(held).toEqual(
      expect.arrayContaining(['timesheet:approve', 'timesheet:reverse', 'user:read', 'user_settings:read', 'ticket:update']),
    );
    expect(held).not.toContain('timesheet:read_all');
  });

  test('Finance owns the money and only looks at the work', () => {
    const held = role('msp', 'Finance');
    expect(held).toEqual(
      expect.arrayContaining(['invoice:void', 'credit:reconcile', 'financial:transfer', 'billing_settings:delete', 'ticket:update']),
    );
    expect(held).not.toContain('ticket:create');
  });

  test('a Dispatcher plans but does not see invoices', () => {
    const held = role('msp', 'Dispatcher');
    expect(held).toEqual(expect.arrayContaining(['technician_dispatch:create', 'user_schedule:update', 'client:read']));
    expect(held).not.toContain('invoice:read');
  });

  test('a pair the portal does not have does not compile', () => {
    // @ts-expect-error the client portal has no assets
    portalGrants('client').full('asset');
    // @ts-expect-error no resource but invoices is finalised
    portalGrants('msp').only(['finalize'], 'ticket');
    // @ts-expect-error billing is never deleted through the client portal
    portalGrants('client').only(['delete'], 'billing');
    // @ts-expect-error there is no such action
    const unknown: PermissionName = 'asset:fly';
    expect(isPermissionName(unknown)).toBe(false);
  });
});
