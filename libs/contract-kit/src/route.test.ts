import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  collectRoutes,
  errorCodes,
  Id,
  impliedErrorCodes,
  needsPrincipal,
  nothing,
  one,
  requiredPermissions,
  type RouteSpec,
  routes,
} from './index.ts';

const group = { service: 'things', form: 'data', tag: 'Things' } as const;
const Thing = z.object({ name: z.string() });

const thingRoutes = routes(
  { ...group, aliases: [['/api/v1/things', '/api/v2/objects']] },
  {
    listThings: { method: 'get', path: '/api/v1/things', permission: 'asset:read', summary: 'List', reply: one(Thing) },
    getThing: {
      method: 'get',
      path: '/api/v1/things/{id}',
      permission: ['asset:read', 'client:read'],
      summary: 'Read',
      params: z.object({ id: Id }),
      reply: one(Thing),
    },
    countThings: { method: 'get', path: '/api/v1/things-count', permission: 'session', summary: 'Count', reply: one(Thing) },
    hear: {
      method: 'post',
      path: '/hooks/{name}',
      permission: 'signed',
      summary: 'Hear',
      params: z.object({ name: z.string() }),
      reply: nothing(),
    },
  },
);

describe('routes', () => {
  it('carry what their group says', () => {
    expect(thingRoutes.getThing).toMatchObject({ name: 'getThing', service: 'things', form: 'data', tag: 'Things', method: 'get' });
  });

  it('are served under the aliases of their prefix too, and only whole segments are a prefix', () => {
    expect(thingRoutes.listThings.paths).toEqual(['/api/v1/things', '/api/v2/objects']);
    expect(thingRoutes.getThing.paths).toEqual(['/api/v1/things/{id}', '/api/v2/objects/{id}']);
    expect(thingRoutes.countThings.paths).toEqual(['/api/v1/things-count']);
  });

  it('say which permissions they need', () => {
    expect(requiredPermissions(thingRoutes.listThings)).toEqual(['asset:read']);
    expect(requiredPermissions(thingRoutes.getThing)).toEqual(['asset:read', 'client:read']);
    expect(requiredPermissions(thingRoutes.countThings)).toEqual([]);
  });

  it('say whether a credential is needed', () => {
    expect(
      Object.values(thingRoutes)
        .filter(needsPrincipal)
        .map(({ name }) => name),
    ).toEqual(['listThings', 'getThing', 'countThings']);
  });

  it('are found in a contract without being listed', () => {
    const found = collectRoutes({ thingRoutes, Thing, text: 'x', nothing: null, empty: {} });
    expect(found.map(({ name }) => name)).toEqual(['listThings', 'getThing', 'countThings', 'hear']);
  });
});

describe('error codes', () => {
  it('have a status and words, and those any route may answer with exist', () => {
    for (const [code, { status, message }] of Object.entries(errorCodes)) {
      expect({ code, status }).toEqual({ code, status: expect.any(Number) as unknown });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(message).not.toBe('');
    }
    expect([...impliedErrorCodes].filter((code) => !(code in errorCodes))).toEqual([]);
  });
});

/** Compiles, or not: that is the test. */
export function misuse(): void {
  const reply = one(Thing);
  const spec = { method: 'get', summary: '', reply } as const;
  routes(group, {
    // @ts-expect-error a placeholder without params
    missing: { ...spec, path: '/things/{id}', permission: 'asset:read' },
  });
  routes(group, {
    // @ts-expect-error params without the placeholder's name
    misnamed: { ...spec, path: '/things/{id}', permission: 'asset:read', params: z.object({ thing_id: Id }) },
  });
  routes(group, {
    // @ts-expect-error one of two placeholders
    half: { ...spec, path: '/things/{id}/parts/{part_id}', permission: 'asset:read', params: z.object({ id: Id }) },
  });
  routes(group, {
    // @ts-expect-error params without any placeholder
    needless: { ...spec, path: '/things', permission: 'asset:read', params: z.object({ id: Id }) },
  });
  routes(group, {
    // @ts-expect-error no such permission
    unknown: { ...spec, path: '/things', permission: 'asset:fly' },
  });
  routes(group, {
    // @ts-expect-error who may call is never left out
    anybody: { ...spec, path: '/things' },
  });
  routes(group, {
    // @ts-expect-error no such error code
    oddError: { ...spec, path: '/things', permission: 'session', errors: ['TEAPOT'] },
  });
  // @ts-expect-error a path begins at the root
  const relative: RouteSpec = { ...spec, path: 'things', permission: 'session' };
  routes(group, { fine: { ...spec, path: '/things/{id}', permission: 'session', params: z.object({ id: Id }) } });
  requiredPermissions(relative);
}
