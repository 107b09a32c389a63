import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { Route } from '@psa/contract-kit';
import { z } from 'zod';
import { type Arrange, expectError, idParams, sendRoute } from './fixture.ts';
import { tablesHolding } from './tenant-state.ts';

const SENTINEL = '66666666-6666-4666-8666-666666666666';
const SENTINEL_TIME = '2001-02-03T04:05:06.789Z';

/** What is let in: only what the contract declares, and nothing that a caller may not set. */
export function inputTests(route: Route, arrange: Arrange): void {
  const ids = idParams(route);
  if (ids.length > 0) {
    it('refuses an id that is no UUID', async () => {
      const { world, request } = await arrange.shared();
      const params = { ...request.params, ...Object.fromEntries(ids.map((name) => [name, 'not-a-uuid'])) };
      expectError(route.form, await sendRoute(world.api, route, request, { params }), 'VALIDATION_ERROR');
    });

    it(`answers ${route.unknownId ?? 404} for an unknown id`, async () => {
      const { world, request } = await arrange.shared();
      const params = { ...request.params, ...Object.fromEntries(ids.map((name) => [name, randomUUID()])) };
      const response = await sendRoute(world.api, route, request, { params });
      if (route.unknownId === undefined) expectError(route.form, response, 'NOT_FOUND');
      else expect(response.status).toBe(route.unknownId);
    });
  }
  if (route.query !== undefined) queryTests(route, route.query, arrange);
  if (route.body !== undefined && route.bodyKind !== 'multipart') bodyTests(route, arrange);
}

function queryTests(route: Route, query: z.ZodObject, arrange: Arrange): void {
  const faulty: Record<string, string[]> = {
    page: ['0', '-1', 'x', '1.5'],
    limit: ['0', '100000', 'all'],
    sort: ['no_such_column', 'name; drop table x'],
    order: ['up'],
  };
  if ('where' in query.shape) exactFilterTests(route, query, arrange);
  for (const [parameter, values] of Object.entries(faulty).filter(([name]) => name in query.shape)) {
    it(`refuses a faulty ${parameter}`, async () => {
      const { world, request } = await arrange.shared();
      for (const value of values) {
        expectError(
          route.form,
          await sendRoute(world.api, route, request, { query: { ...request.query, [parameter]: value } }),
          'VALIDATION_ERROR',
        );
      }
    });
  }
}

/** Columns that are set in every row. */
const ALWAYS_SET = ['name', 'created_at', 'updated_at'];

function exactFilterTests(route: Route, query: z.ZodObject, arrange: Arrange): void {
  it('filters exactly by what it sorts by, in the rows and in the total', async () => {
    const { world, request } = await arrange.shared();
    const asked = (where: Record<string, string>) => sendRoute(world.api, route, request, { query: { ...request.query, ...where } });
    const sorts = (query.shape['sort'] as z.ZodDefault<z.ZodEnum>).unwrap().options as string[];
    const field = ALWAYS_SET.find((name) => sorts.includes(name));
    if (field !== undefined) {
      const { status, body } = await asked({ [`${field}.null`]: 'true' });
      const { data, pagination } = (route.form === 'asset' ? body.data : body) as { data: unknown[]; pagination: { total: number } };
      expect({ status, rows: data.length, total: pagination.total }).toEqual({ status: 200, rows: 0, total: 0 });
    }
    expectError(route.form, await asked({ 'no_such_field.eq': 'x' }), 'VALIDATION_ERROR');
    expectError(route.form, await asked({ [`${sorts[0]}.like`]: 'x' }), 'VALIDATION_ERROR');
    expectError(route.form, await asked({ where: 'x' }), 'VALIDATION_ERROR');
  });
}

function bodyTests(route: Route, arrange: Arrange): void {
  it('refuses a body that is junk, broken, of another type or too large', async () => {
    const { world, request } = await arrange.shared();
    for (const body of ['[1]', '"text"', '{"broken', 'null']) {
      expectError(route.form, await sendRoute(world.api, route, request, { body }), 'VALIDATION_ERROR');
    }
    const headers = { ...request.headers, 'content-type': 'text/plain' };
    expectError(route.form, await sendRoute(world.api, route, request, { body: 'hello', headers }), 'UNSUPPORTED_MEDIA_TYPE');
    const body = JSON.stringify({ filler: 'x'.repeat((route.bodyLimit ?? 1024 * 1024) + 1) });
    expectError(route.form, await sendRoute(world.api, route, request, { body }), 'PAYLOAD_TOO_LARGE');
  });

  // Where any member may be sent, none is unknown.
  if (route.body instanceof z.ZodRecord) return;
  it('ignores members a caller may not set, and names them when asked to be strict', async () => {
    const { world, request } = await arrange.fresh();
    const forbidden = readOnlyMembers(route);
    const body = { ...forbidden, ...(request.body as object | undefined) };
    const strict = await sendRoute(world.api, route, request, { body, headers: { ...request.headers, prefer: 'handling=strict' } });
    expectError(route.form, strict, 'VALIDATION_ERROR');
    for (const name of Object.keys(forbidden)) expect(strict.text).toContain(name);

    const response = await sendRoute(world.api, route, request, { body });
    expect({ status: response.status, text: response.text }).toMatchObject({ status: route.reply.status });
    expect(response.text).not.toContain(SENTINEL);
    expect(await tablesHolding(world.service, world.caller.tenant, SENTINEL, '2001-02-03 04:05:06')).toEqual([]);
  });
}

/** Members of the reply and of every table that the body does not declare, filled with what would be noticed. */
function readOnlyMembers(route: Route): Record<string, unknown> {
  const writable = route.body instanceof z.ZodObject ? route.body.shape : {};
  const names = [
    ...Object.keys(route.reply.item?.shape ?? {}),
    'tenant',
    'tenant_id',
    'created_at',
    'updated_at',
    'created_by',
    'version',
    'user_type_id',
  ];
  return Object.fromEntries(
    [...new Set(names)].filter((name) => !(name in writable)).map((name) => [name, name.endsWith('_at') ? SENTINEL_TIME : SENTINEL]),
  );
}
