import { expect, it } from '@jest/globals';
import type { Route } from '@psa/contract-kit';
import type { TestResponse } from '../test-api.ts';
import { type Arrange, sendRoute } from './fixture.ts';

/** What every resource keeps that other systems synchronise by their own ids. */
export function syncTests(routes: Readonly<Record<string, Route>>, route: Route, arrange: Arrange): void {
  const { sync } = route;
  if (sync === undefined) return;
  const read = routes[sync.read] as Route;
  const list = sync.list === undefined ? undefined : (routes[sync.list] as Route);

  if (route.method === 'put')
    it('creates the row once, finds it by its external id, and changes it afterwards', async () => {
      const { world, request } = await arrange.fresh();
      const first = await sendRoute(world.api, route, request);
      expect({ status: first.status, text: first.text }).toMatchObject({ status: 201 });
      const again = await sendRoute(world.api, route, request);
      expect({ status: again.status, text: again.text }).toMatchObject({ status: 200 });
      const row = rowOf(route, first);
      expect(rowOf(route, again)[sync.id]).toBe(row[sync.id]);
      const externalIds = [{ source: 'crm', id: 'A-1001' }];
      expect([row['external_ids'], rowOf(route, again)['external_ids']]).toEqual([externalIds, externalIds]);

      const params = { ...request.params, [Object.keys(read.params?.shape ?? {}).at(-1) as string]: row[sync.id] as string };
      expect(rowOf(read, await sendRoute(world.api, read, { params }))['external_ids']).toEqual(externalIds);
      if (list === undefined) return;
      const listed = async (external_id: string) => {
        const { status, body } = await sendRoute(world.api, list, { query: { external_id } });
        const { data, pagination } = (list.form === 'asset' ? body.data : body) as { data: object[]; pagination: { total: number } };
        return { status, ids: data.map((found) => (found as Record<string, unknown>)[sync.id]), total: pagination.total };
      };
      expect(await listed('crm:A-1001')).toEqual({ status: 200, ids: [row[sync.id]], total: 1 });
      expect(await listed('crm:A-1002')).toEqual({ status: 200, ids: [], total: 0 });
    });

  if (route.method === 'put' && list !== undefined)
    it('lists the version a change may demand', async () => {
      const { world, request } = await arrange.fresh();
      await sendRoute(world.api, route, request);
      const { body } = await sendRoute(world.api, list, { query: { external_id: 'crm:A-1001' } });
      const { data } = (list.form === 'asset' ? body.data : body) as { data: { version: number }[] };
      const demand = (version: number) => sendRoute(world.api, route, request, { headers: { 'if-match': `"${version}-0"` } });
      const { version } = data[0] as { version: number };
      expect([(await demand(version + 1)).status, (await demand(version)).status]).toEqual([412, 200]);
    });

  if (route.method === 'put')
    it('creates one row for many who put it at the same time, and refuses none of them', async () => {
      const { world, request } = await arrange.fresh();
      const answers = await Promise.all(Array.from({ length: 4 }, () => sendRoute(world.api, route, request)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201]);
      expect(new Set(answers.map((answer) => rowOf(route, answer)[sync.id])).size).toBe(1);
    });

  if (route.method === 'post')
    it('upserts one row for many batches at the same time, and refuses none of them', async () => {
      const { world, request } = await arrange.fresh();
      const [item] = (request.body as { items: { data: object }[] }).items as [{ data: object }];
      const items = [{ operation: 'upsert', external_id: { source: 'crm', id: 'B-1' }, data: item.data }];
      const atomics = sync.separately === true ? [false, false, false, false] : [true, false, true, false];
      const answers = await Promise.all(atomics.map((atomic) => sendRoute(world.api, route, request, { body: { items, atomic } })));
      const results = answers.map((answer) => resultsOf(route, answer));
      expect(results.filter(({ created }) => created === 1)).toHaveLength(1);
      expect(results.flatMap(({ results: all }) => all.map(({ error }) => error))).toEqual([null, null, null, null]);
      expect(new Set(results.flatMap(({ results: all }) => all.map(({ id }) => id))).size).toBe(1);
    });

  if (route.method === 'post')
    it('does each item by itself, or all or none', async () => {
      const { world, request } = await arrange.fresh();
      const [item] = (request.body as { items: { data: object }[] }).items as [{ data: object }];
      const external_id = { source: 'crm', id: 'B-1' };
      const upsert = { operation: 'upsert', external_id, data: item.data };
      const refused = { operation: 'update', external_id: { source: 'crm', id: 'none' }, data: {} };
      const done = async (body: object) => resultsOf(route, await sendRoute(world.api, route, request, { body }));
      const one = await done({ items: [upsert, refused, upsert] });
      expect(one).toMatchObject({ created: 1, updated: 1, failed: 1 });
      expect(one.results[1]).toMatchObject({ index: 1, status: 'failed', id: null, error: { code: 'NOT_FOUND' } });
      expect(one.results[2]?.id).toBe(one.results[0]?.id);

      const taken = { operation: 'upsert', external_id: { source: 'crm', id: 'B-2' }, data: { ...item.data, external_ids: [external_id] } };
      const atomic = await sendRoute(world.api, route, request, { body: { atomic: true, items: [upsert, refused] } });
      expect(atomic.status).toBe(sync.separately === true ? 400 : 404);
      const conflicting = await done({ items: [taken] });
      expect(conflicting.results[0]).toMatchObject({ status: 'failed', error: { code: 'CONFLICT' } });
    });
}

function rowOf({ form }: Route, { body }: TestResponse): Record<string, unknown> {
  return ((form === 'asset' ? body.data?.data : body?.data) ?? {}) as Record<string, unknown>;
}

interface Results {
  readonly created: number;
  readonly updated: number;
  readonly failed: number;
  readonly results: readonly { readonly id: string | null; readonly error: unknown }[];
}

function resultsOf(route: Route, response: TestResponse): Results {
  expect({ status: response.status, text: response.text }).toMatchObject({ status: 200 });
  return rowOf(route, response) as unknown as Results;
}
