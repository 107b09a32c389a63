import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { needsPrincipal, type Route, staffMembers } from '@psa/contract-kit';
import type { TestResponse } from '../test-api.ts';
import type { TestService } from '../test-service.ts';
import { withoutChance } from './access-tests.ts';
import { type Arrange, idParams, newWorld, type RouteRequest, sendRoute, type World } from './fixture.ts';
import { tenantRows } from './tenant-state.ts';

/** What every client's people may see of the tenant, such as the names of its statuses. */
export interface SharedWithClients {
  /** Tables with rows that are no client's. */
  readonly tables?: readonly string[];
  /** Lists of such rows, by route name: they need not look as in an empty tenant. */
  readonly routes?: readonly string[];
}

interface PortalOptions {
  readonly settle?: (world: World) => Promise<void>;
  readonly sharedWithClients?: SharedWithClients;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Rows that say nothing of the tenant, or that the answer itself may touch. */
const OF_THE_KIT = ['outbox', 'inbox', 'row_counts', 'idempotency_keys', 'dead_letters'];

/** Whatever a route is for, a person of the client portal gets nothing but what is their own client's. */
export function portalTests(start: () => TestService, route: Route, arrange: Arrange, options: PortalOptions): void {
  if (!needsPrincipal(route)) return;
  const { settle, sharedWithClients: shared = {} } = options;

  const hidden = route.reply.item === undefined ? new Map<string, null | []>() : staffMembers(route.reply.item);
  if (hidden.size > 0 && route.method === 'get' && route.staffOnly !== true)
    it('keeps from people of the client itself what staff keep for themselves', async () => {
      const { world, request } = await arrange.shared();
      const staff = rowsOf(await sendRoute(world.api, route, request));
      const clientIds = new Set(staff.map(({ client_id }) => client_id).filter((id) => typeof id === 'string'));
      expect(clientIds.size).toBeGreaterThan(0);
      for (const clientId of clientIds) {
        for (const row of rowsOf(await sendRoute(asPerson(world, clientId), route, request)))
          for (const [member, instead] of hidden) if (member in row) expect([member, row[member]]).toEqual([member, instead]);
      }
    });

  it('shows a person of another client nothing of the tenant, and changes nothing of it', async () => {
    const { world, request } = await arrange.fresh();
    const before = await tenantRows(world.service, world.caller.tenant);
    const clientId = randomUUID();
    const answer = await sendRoute(asPerson(world, clientId), route, request);
    expect(answer.status).toBeLessThan(500);

    const after = await tenantRows(world.service, world.caller.tenant);
    for (const [table, rows] of before) {
      if (OF_THE_KIT.includes(table)) continue;
      const left = new Set(after.get(table));
      expect({ table, gone: rows.filter((row) => !left.has(row)) }).toEqual({ table, gone: [] });
    }
    expect(idsIn(answer.text).filter((id) => idsOf(before, world, request, shared).has(id))).toEqual([]);

    const ids = idParams(route);
    if (ids.length > 0) {
      // What is another client's and what never was give the same answer.
      const params = { ...request.params, ...Object.fromEntries(ids.map((name) => [name, randomUUID()])) };
      const unknown = await sendRoute(asPerson(world, clientId), route, request, { params });
      expect({ status: answer.status, text: withoutChance(answer.text) }).toEqual({
        status: unknown.status,
        text: withoutChance(unknown.text),
      });
    } else if (route.method === 'get' && shared.routes?.includes(route.name) !== true) {
      // No count, name or page tells of what the person may not see.
      const empty = newWorld(start());
      await settle?.(empty);
      const nothing = await sendRoute(asPerson(empty, clientId), route, request);
      expect(withoutChance(answer.text)).toEqual(withoutChance(nothing.text));
    }
  });
}

function asPerson({ service, caller }: World, clientId: string) {
  return service.api({ ...caller, userId: randomUUID(), userType: 'client', clientId });
}

/** Ids of the tenant's rows, but for those the person knows anyway. */
function idsOf(
  rows: ReadonlyMap<string, readonly string[]>,
  { caller }: World,
  request: RouteRequest,
  shared: SharedWithClients,
): Set<string> {
  const known = new Set([caller.tenant, ...idsIn(JSON.stringify([request.params, request.query, request.body]))]);
  const seen = [...rows]
    .filter(([table]) => !OF_THE_KIT.includes(table) && shared.tables?.includes(table) !== true)
    .flatMap(([, texts]) => texts.flatMap(idsIn));
  return new Set(seen.filter((id) => !known.has(id)));
}

function idsIn(text: string): string[] {
  return (text.match(UUID) ?? []).map((id) => id.toLowerCase());
}

/** The rows a reply shows, in whichever form. */
function rowsOf({ body }: TestResponse): Record<string, unknown>[] {
  const inner: unknown = body?.data?.data ?? body?.data;
  return (Array.isArray(inner) ? inner : [inner]).filter((row) => typeof row === 'object' && row !== null) as Record<string, unknown>[];
}
