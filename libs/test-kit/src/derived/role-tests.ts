import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { type DefaultRole, defaultRoles, needsPrincipal, requiredPermissions, type Route } from '@psa/contract-kit';
import type { TestCaller } from '../test-principal.ts';
import { type Arrange, expectError, sendRoute, type World } from './fixture.ts';

/**
 * Every default role at one operation: refused exactly when the role lacks a permission the operation demands. A route that
 * demands none lets every role in. What may be asked beyond that of a role that holds them (`mayUse`, the reach of a person of a
 * client) is the handler's own, and tested where it is decided.
 */
export function roleTests(route: Route, arrange: Arrange): void {
  if (!needsPrincipal(route)) return;
  const needed = requiredPermissions(route);
  const isShutOut = ({ portal, permissions }: DefaultRole) =>
    needed.some((name) => !permissions.includes(name)) || (route.staffOnly === true && portal === 'client');
  const [shutOut, letIn] = [defaultRoles.filter((role) => isShutOut(role)), defaultRoles.filter((role) => !isShutOut(role))];

  it('lets in exactly the default roles that hold its permissions', async () => {
    const { world, request } = await arrange.fresh();
    for (const role of shutOut) {
      expectError(route.form, await sendRoute(world.service.api(as(world, role)), route, request), 'FORBIDDEN');
    }

    // One after the other on what the one before has left: a conflict may stand in the way of the next, but no permission.
    for (const role of letIn) {
      const { status, text } = await sendRoute(world.service.api(as(world, role)), route, request);
      const refused = status === 401 || status === 403 || status >= 500;
      expect({ role: nameOf(role), refused: refused && !mayBeRefused(route, role, status), text }).toMatchObject({ refused: false });
    }
  });
}

/** Whether a role that holds what a route demands may be refused by what its handler asks beyond that. */
function mayBeRefused(route: Route, role: DefaultRole, status: number): boolean {
  return status === 403 && (route.mayUse ?? []).some((name) => !role.permissions.includes(name));
}

function as({ caller }: World, { portal, permissions }: DefaultRole): TestCaller {
  return portal === 'client'
    ? { ...caller, permissions, userType: 'client', clientId: randomUUID() }
    : { ...caller, permissions, userType: 'internal' };
}

function nameOf({ portal, role_name }: DefaultRole): string {
  return `${role_name} (${portal})`;
}
