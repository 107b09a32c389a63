import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { identityEvents } from '@psa/contracts-identity';
import type { TestApi, TestResponse } from '@psa/test-kit';
import fc from 'fast-check';
import { WEBHOOK_SECRET } from '../../../testing/account.fixtures.ts';
import { newUser } from '../../../testing/user.fixtures.ts';
import { UserWorld } from '../../../testing/user-world.ts';
import { signatureOf } from './webhook-signature.ts';

const PATH = '/api/billing/licence-count';

describe('licence seats', () => {
  let first: UserWorld;
  let world: UserWorld;
  let billing: TestApi;

  beforeAll(async () => {
    first = await UserWorld.start();
    billing = first.service.api(null);
  });
  afterAll(() => first.service.stop());
  beforeEach(async () => {
    world = await UserWorld.of(first.service, first.clients);
  });

  const read = (tenant = world.tenant, signature = signatureOf(`GET:${tenant}`, WEBHOOK_SECRET)) =>
    billing.get(PATH, { query: { tenant_id: tenant }, headers: { 'x-webhook-signature': signature } });
  const send = (body: string, signature = signatureOf(body, WEBHOOK_SECRET)): Promise<TestResponse> =>
    billing.post(PATH, body, { headers: { 'x-webhook-signature': signature } });
  const set = (license_count: number, more: object = {}) => send(JSON.stringify({ tenant_id: world.tenant, license_count, ...more }));
  const used = async () => (await read()).body.used as number;

  it('are unlimited until the billing system says otherwise', async () => {
    expect((await read()).body).toEqual({ tenant_id: world.tenant, limit: null, used: 2, remaining: null, last_updated: null });
  });

  it('are set, read and told of', async () => {
    const { status, body } = await set(5, { event_id: 'evt_1' });
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, tenant_id: world.tenant, license_count: 5, updated_at: expect.any(String) });
    expect((await read()).body).toEqual({ tenant_id: world.tenant, limit: 5, used: 2, remaining: 3, last_updated: body.updated_at });
    expect(await world.events(world.tenant)).toContainEqual(
      expect.objectContaining({
        type: identityEvents.licenceUpdated.type,
        aggregateversion: 1,
        data: { tenant_id: world.tenant, license_count: 5 },
      }),
    );
    const [event] = await world.service.sql('select actor_id, details from audit_events where tenant = $1 and event_type = $2', [
      world.tenant,
      'licence_updated',
    ]);
    expect(event).toEqual({ actor_id: 'billing', details: { license_count: 5, previous: null, event_id: 'evt_1' } });
  });

  it('are nobody’s business who cannot sign', async () => {
    const body = JSON.stringify({ tenant_id: world.tenant, license_count: 9 });
    const refusals = [
      await billing.get(PATH, { query: { tenant_id: world.tenant } }),
      await read(world.tenant, 'x'),
      await read(world.tenant, signatureOf(world.tenant, WEBHOOK_SECRET)),
      await read(world.tenant, signatureOf(`GET:${randomUUID()}`, WEBHOOK_SECRET)),
      await billing.post(PATH, body),
      await send(body, signatureOf(body, 'another secret')),
      await send(`${body} `, signatureOf(body, WEBHOOK_SECRET)),
      await send('{"broken', '0'.repeat(64)),
    ];
    for (const { status, body: answer } of refusals)
      expect({ status, error: answer.error }).toEqual({ status: 401, error: 'Unauthorized' });
    expect((await read()).body.limit).toBeNull();
    expect((await billing.get(PATH)).status).toBe(400);
  });

  it.each([
    '{"broken',
    '[]',
    '{}',
    '{"tenant_id":" ","license_count":1}',
    '{"tenant_id":"TENANT"}',
    '{"tenant_id":"TENANT","license_count":-1}',
    '{"tenant_id":"TENANT","license_count":1.5}',
    '{"tenant_id":"TENANT","license_count":"5"}',
    '{"tenant_id":"TENANT","license_count":5,"event_id":7}',
    '{"tenant_id":"TENANT","license_count":5,"occurred_at":"yesterday"}',
  ])('are not set by %s', async (body) => {
    expect((await send(body.replace('TENANT', world.tenant))).status).toBe(400);
    expect((await read()).body.limit).toBeNull();
  });

  it('belong to tenants there are', async () => {
    for (const tenant of [randomUUID(), 'nobody']) {
      expect((await read(tenant)).status).toBe(404);
      expect((await send(JSON.stringify({ tenant_id: tenant, license_count: 1 }))).status).toBe(404);
    }
  });

  it('are changed by an event once for ever: A, B and A again leave B', async () => {
    const [a, b] = [{ event_id: 'A' }, { event_id: 'B' }];
    await set(5, a);
    const second = await set(9, b);
    expect((await set(5, a)).body).toEqual(second.body);
    // What it says now does not matter: the event is known.
    expect((await set(1, a)).body.license_count).toBe(9);
    expect((await set(7)).body.license_count).toBe(7);
    expect((await set(9, b)).body.license_count).toBe(7);
    expect((await world.events(world.tenant)).filter(({ type }) => type === identityEvents.licenceUpdated.type)).toHaveLength(3);
  });

  it('never regress, in whatever order and however often events come', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 6 }).chain((count) => fc.array(fc.integer({ min: 0, max: count - 1 }), { minLength: 1, maxLength: 12 })),
        fc.uuid(),
        async (order, run) => {
          const at = (index: number) => new Date(Date.UTC(2030, 0, 1) + index * 60_000).toISOString();
          await first.service.sql('delete from licences where tenant = $1', [world.tenant]);
          let newest = -1;
          for (const index of order) {
            newest = Math.max(newest, index);
            const { body } = await set(100 + index, { event_id: `${run}-${index}`, occurred_at: at(index) });
            expect(body.license_count).toBe(100 + newest);
          }
          // All of them at once, as after an outage.
          await Promise.all(
            [0, 1, 2, 3, 4, 5].map((index) => set(100 + index, { event_id: `${run}-again-${index}`, occurred_at: at(index) })),
          );
          expect((await read()).body.limit).toBe(105);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('are as many as there are: of 64 who come at once 3 get the 3 that are free', async () => {
    await set((await used()) + 3);
    const answers = await Promise.all(Array.from({ length: 64 }, () => world.admin.post('/api/v1/users', newUser())));
    const statuses = answers.map(({ status }) => status);
    expect({
      created: statuses.filter((status) => status === 201).length,
      refused: statuses.filter((status) => status === 409).length,
    }).toEqual({ created: 3, refused: 61 });
    const refusal = answers.find(({ status }) => status === 409)?.body.error;
    expect(refusal).toMatchObject({ code: 'CONFLICT', details: { code: 'LICENSE_LIMIT_REACHED', limit: 5, used: 5 } });
    expect((await read()).body).toMatchObject({ limit: 5, used: 5, remaining: 0 });
  });

  it('are taken by who becomes active or internal, however many try at once', async () => {
    const { contact_id } = world.contact();
    const [inactive, client] = [
      await Promise.all([1, 2, 3].map(() => world.create({ is_inactive: true }))),
      await world.create({ user_type: 'client', contact_id }),
    ];
    await set((await used()) + 1);
    const attempts = [
      ...inactive.map(({ user_id }) => world.admin.put(`/api/v1/users/${user_id}`, { is_inactive: false })),
      world.admin.put(`/api/v1/users/${client['user_id']}`, { user_type: 'internal', contact_id: null }),
      world.admin.put('/api/v1/users/bulk/deactivate', { user_ids: inactive.map(({ user_id }) => user_id), deactivate: false }),
      world.admin.post('/api/v1/users/bulk/create', { users: [newUser(), newUser()] }),
    ];
    await Promise.all(attempts);
    expect((await read()).body).toMatchObject({ used: 3, limit: 3, remaining: 0 });
  });

  it('are not taken by people of clients, nor by who is shut out, and come free when somebody leaves', async () => {
    const user = await world.create();
    await set(await used());
    const { contact_id } = world.contact();
    await world.create({ user_type: 'client', contact_id });
    await world.create({ is_inactive: true });
    await world.create({ user_type: 'contractor' });
    expect((await world.admin.post('/api/v1/users', newUser())).status).toBe(409);
    await world.admin.delete(`/api/v1/users/${user['user_id']}`);
    expect((await world.admin.post('/api/v1/users', newUser())).status).toBe(201);
  });

  it('shut nobody out when they become fewer than are used', async () => {
    await world.create();
    await set(1);
    expect((await read()).body).toMatchObject({ limit: 1, used: 3, remaining: 0 });
    expect(await used()).toBe(3);
    expect((await world.admin.put(`/api/v1/users/${world.made.userId}`, { first_name: 'Still' })).status).toBe(200);
  });
});
