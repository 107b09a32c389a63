import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Event, type EventData, type EventSpec, tenantId } from '@psa/contract-kit';
import { identityEvents, roleEvents, teamEvents } from '@psa/contracts-identity';
import { makeEnvelope, publicationSubject } from '@psa/events-kit';
import { eventually } from '@psa/test-kit';
import { TestGateway } from '../testing/test-gateway.ts';
import type { TestKey } from '../testing/test-identity.ts';

describe('what identity tells', () => {
  let gateway: TestGateway;
  let replica: TestGateway;
  let key: TestKey;

  beforeEach(async () => {
    gateway = await TestGateway.start();
    replica = await TestGateway.start({ beside: gateway });
    key = gateway.identity.newKey();
    for (const one of [gateway, replica]) expect(await statusAt(one)).toBe(200);
    gateway.identity.revokeSilently(key);
  });
  afterEach(async () => {
    await replica.stop();
    await gateway.stop();
  });

  const statusAt = async (one: TestGateway) => (await one.fetch('/api/v1/people', key)).status;

  const tell = <E extends EventSpec>(event: Event<E>, data: EventData<E>, tenant = key.caller.tenant) => {
    const envelope = makeEnvelope(
      { tenant: tenantId(tenant), actor: { id: 'test', type: 'system' }, correlationId: 'test' },
      event,
      data,
      1,
    );
    gateway.identity.broker.connection.publish(publicationSubject(event as unknown as Event, tenant), JSON.stringify(envelope));
  };

  const revoked = (id = key.caller.credential.id) =>
    tell(identityEvents.apiKeyRevoked, { api_key_id: id, key_id: 'abcdefgh', user_id: randomUUID() });

  it.each<[string, () => void]>([
    ['a revoked key', () => revoked()],
    ['a changed user', () => tell(identityEvents.userDeleted, { user_id: key.caller.user_id })],
    ['a changed role', () => tell(identityEvents.roleUpdated, { role_id: randomUUID(), role_name: 'Technician' })],
    ['a role that is gone', () => tell(roleEvents.deleted, { role_id: randomUUID() })],
    ['a member of a team', () => tell(teamEvents.memberRemoved, { team_id: randomUUID(), user_id: key.caller.user_id })],
    [
      'a permission of a team',
      () => tell(teamEvents.permissionRevoked, { team_id: randomUUID(), permission_id: randomUUID(), permission: 'asset:read' }),
    ],
    ['a suspended tenant', () => tell(identityEvents.tenantSuspended, { tenant_id: key.caller.tenant })],
  ])('is effective at once on every replica: %s', async (_fact, happen) => {
    happen();
    for (const one of [gateway, replica]) await eventually(async () => (await statusAt(one)) === 401, 2_000);
  });

  it('is effective at once on every replica for sessions, too', async () => {
    const session = gateway.identity.newSession();
    const statusOf = async (one: TestGateway) =>
      (await one.fetch('/api/v1/people', null, { headers: { authorization: `Bearer ${session.token}` } })).status;
    const { tenant, user_id, credential } = session.caller;
    for (const happen of [
      () => tell(identityEvents.sessionRevoked, { session_id: credential.id, user_id, reason: 'user_logout' }, tenant),
      () =>
        tell(
          identityEvents.userUpdated,
          { user_id, username: 'u', email: 'u@example.com', first_name: null, last_name: null, user_type: 'internal', is_inactive: true },
          tenant,
        ),
      () => tell(identityEvents.tenantSuspended, { tenant_id: tenant }, tenant),
    ]) {
      gateway.identity.resume(session);
      for (const one of [gateway, replica]) await eventually(async () => (await statusOf(one)) === 200, 5_000);
      gateway.identity.endSilently(session);
      expect(await statusOf(gateway)).toBe(200);
      happen();
      for (const one of [gateway, replica]) await eventually(async () => (await statusOf(one)) === 401, 2_000);
    }
  });

  it('leaves the callers alone whom it does not concern', async () => {
    revoked(randomUUID());
    tell(identityEvents.tenantSuspended, { tenant_id: randomUUID() }, randomUUID());
    await gateway.identity.broker.connection.flush();
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    expect(await statusAt(gateway)).toBe(200);
  });

  it('is taken to concern everybody when it cannot be read', async () => {
    gateway.identity.broker.connection.publish(`psa.v1.evt.identity.user.updated.${key.caller.tenant}`, 'not an envelope');
    await eventually(async () => (await statusAt(gateway)) === 401, 2_000);
  });

  it('is effective within five seconds when nobody tells, even for a key in steady use', async () => {
    for (let second = 0; second < 5; second++) {
      gateway.clock.forward(1_000);
      await statusAt(gateway);
      // Gives the question in the background its time.
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
    expect(await statusAt(gateway)).toBe(401);
  });

  it('is made up for after a lost connection: nobody is known then', async () => {
    await gateway.running.broker.connection.reconnect();
    await eventually(async () => (await statusAt(gateway)) === 401, 5_000);
  });
});
