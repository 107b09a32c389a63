import { describe, expect, it } from '@jest/globals';
import { conflict, forStaff, Id, nothing, one, payload, raw, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { callRoute, type RouteCall } from './call-route.ts';
import { type BoundRoute, handlersFor } from './handlers.ts';
import { principalOf } from './principal.ts';
import { RawAnswer } from './raw-answer.ts';
import { versioned } from './answer.ts';

const USER = '5a1d3f0c-8c5e-4d0b-9a51-3f1f2a7c6e11';
const Parcel = z.object({ name: z.string(), cost: forStaff(z.int().nullable()) });

const parcelRoutes = routes(
  { service: 'kit_http', form: 'data', tag: 'Parcels' },
  {
    getParcel: {
      method: 'get',
      path: '/parcels/{id}',
      permission: 'ticket:read',
      summary: 'Read',
      params: z.object({ id: Id }),
      reply: one(Parcel),
    },
    createParcel: {
      method: 'post',
      path: '/parcels',
      permission: 'session',
      staffOnly: true,
      sessionOnly: true,
      summary: 'Create',
      body: z.object({ name: z.string().min(2) }),
      reply: payload(z.object({ by: z.string(), name: z.string() })),
      errors: ['CONFLICT'],
    },
    openParcel: {
      method: 'post',
      path: '/parcels/open',
      permission: 'session',
      summary: 'Open',
      reply: raw(z.object({ open: z.boolean() })),
    },
    deleteParcel: { method: 'delete', path: '/parcels', permission: 'session', summary: 'Delete', reply: nothing() },
  },
);

const [getParcel, createParcel, openParcel, deleteParcel] = handlersFor<{ tables: Record<never, never>; ports: { isShut: boolean } }>()(
  parcelRoutes,
  {
    getParcel: ({ params }) => versioned({ data: { name: params.id, cost: 3 } }, 7),
    createParcel: ({ body, principal }) => {
      if (body.name === 'taken') throw conflict('There is one');
      return { by: principal.userId, name: body.name };
    },
    openParcel: ({ ports }) =>
      ports.isShut ? RawAnswer.json(403, { error: 'It is shut', needs_key: true }) : RawAnswer.json(200, { open: true }),
    deleteParcel: () => undefined,
  },
) as [BoundRoute, BoundRoute, BoundRoute, BoundRoute];

describe('a call of a route inside its service', () => {
  const by = (given: Partial<Parameters<typeof principalOf>[0]> = {}, ports = { isShut: false }) => ({
    principal: principalOf({
      tenant: USER,
      user_id: USER,
      user_type: 'internal',
      client_id: null,
      credential: { type: 'session', id: USER },
      permissions: ['ticket:read', 'no such permission'],
      ...given,
    }),
    db: undefined as never,
    ports,
    request: { id: 'r', traceparent: undefined, headers: {}, rawBody: undefined },
  });
  const create = (call: Partial<RouteCall>) => callRoute(createParcel, { ...by(), ...call });

  it('gives the payload without its head', async () => {
    expect(await callRoute(getParcel, { ...by(), params: { id: USER } })).toEqual({ data: { name: USER, cost: 3 } });
    expect(await create({ body: { name: 'ab' } })).toEqual({ by: USER, name: 'ab' });
    expect(await callRoute(openParcel, by())).toEqual({ open: true });
    expect(await callRoute(deleteParcel, by())).toBeUndefined();
  });

  it('keeps from people of a client what the route keeps from them', async () => {
    const person = by({ user_type: 'client', client_id: USER });
    expect(await callRoute(getParcel, { ...person, params: { id: USER } })).toEqual({ data: { name: USER, cost: null } });
    await expect(create(person)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('asks for the permissions and the credential the route asks for', async () => {
    await expect(callRoute(getParcel, { ...by({ permissions: [] }), params: { id: USER } })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const key = by({ credential: { type: 'api_key', id: USER } });
    await expect(create({ ...key, body: { name: 'ab' } })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it.each([
    ['what the schema refuses', { name: 'a' }, { code: 'VALIDATION_ERROR', details: [expect.objectContaining({ path: ['name'] })] }],
    [
      'what nobody can write',
      { name: 'ab', tenant: 'x' },
      { code: 'VALIDATION_ERROR', details: [expect.objectContaining({ path: ['tenant'] })] },
    ],
    ['what the handler refuses', { name: 'taken' }, { code: 'CONFLICT', message: 'There is one' }],
  ])('refuses %s', async (_, body, error) => {
    await expect(create({ body })).rejects.toMatchObject(error);
  });

  it('refuses by a raw answer as by an error', async () => {
    await expect(callRoute(openParcel, by({}, { isShut: true }))).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'It is shut',
      details: { error: 'It is shut', needs_key: true },
    });
  });
});
