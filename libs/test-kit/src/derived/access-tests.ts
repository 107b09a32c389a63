import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { needsPrincipal, requiredPermissions, type Route } from '@psa/contract-kit';
import { everyPermission } from '../test-principal.ts';
import type { TestService } from '../test-service.ts';
import { type Arrange, expectError, idParams, newWorld, sendRoute, type World } from './fixture.ts';
import { tenantState } from './tenant-state.ts';

/**
 * Who may not: nobody without a credential or the permission, and no other tenant.
 * @param settle makes another tenant known to the service, where it has to know it
 */
export function accessTests(
  start: () => TestService,
  route: Route,
  arrange: Arrange,
  settle: (world: World) => Promise<void> | void = () => {},
): void {
  if (!needsPrincipal(route)) return;

  it('refuses a call without a credential', async () => {
    const { world, request } = await arrange.shared();
    expectError(route.form, await sendRoute(world.api.as(null), route, request), 'UNAUTHORIZED');
  });

  for (const permission of requiredPermissions(route)) {
    it(`refuses a caller without ${permission}`, async () => {
      const { world, request } = await arrange.shared();
      const before = await tenantState(world.service, world.caller.tenant);
      const without = { ...world.caller, permissions: everyPermission.filter((name) => name !== permission) };
      expectError(route.form, await sendRoute(world.service.api(without), route, request), 'FORBIDDEN');
      expect(await tenantState(world.service, world.caller.tenant)).toEqual(before);
    });
  }

  it("shows another tenant nothing and changes nothing of the owner's", async () => {
    const { world: owner, request } = await arrange.shared();
    const stranger = newWorld(start());
    await settle(stranger);
    const before = await tenantState(owner.service, owner.caller.tenant);
    const foreign = await sendRoute(stranger.api, route, request);
    expect(await tenantState(owner.service, owner.caller.tenant)).toEqual(before);
    expect(foreign.text).not.toContain(owner.caller.tenant);
    expect(foreign.status).toBeLessThan(500);

    const ids = idParams(route);
    if (ids.length === 0) return;
    expect(foreign.status).toBe(route.unknownId ?? 404);
    // The owner's id and one that never was give the same answer.
    const params = { ...request.params, ...Object.fromEntries(ids.map((name) => [name, randomUUID()])) };
    const unknown = await sendRoute(stranger.api, route, request, { params });
    expect(withoutChance(foreign.text)).toEqual(withoutChance(unknown.text));
  });
}

/** An answer without what differs from call to call. */
export function withoutChance(text: string): string {
  return text.replaceAll(/"(?:request_id|timestamp)":"[^"]*"/g, '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '');
}
