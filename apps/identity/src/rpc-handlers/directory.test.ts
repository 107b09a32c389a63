import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { directoryRpc } from '@psa/contracts-identity';
import { callRpc } from '@psa/events-kit';
import { TestService } from '@psa/test-kit';
import { identityService } from '../identity-service.ts';
import { aName, anAdmin } from '../testing/access.ts';
import { aTenant } from '../testing/make.ts';

describe('what others ask of users and teams', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start(identityService);
  });
  afterAll(() => service.stop());

  const by = (tenant: string) => ({ tenant, actor: { id: 'test', type: 'system' }, correlationId: 'test' }) as const;

  it('is their facts, and null for those of another tenant', async () => {
    const { tenant } = await aTenant(service);
    const admin = await anAdmin(service, tenant);
    const team_name = aName();
    const { team_id } = (await admin.api.post('/api/v1/teams', { team_name })).body.data as { team_id: string };
    const { broker } = service.running;
    const user_id = admin.who.userId;
    const { user } = await callRpc(broker, directoryRpc.getUserFacts, { user_id }, by(tenant));
    expect(user).toMatchObject({ user_id, user_type: 'internal', is_inactive: false });
    const { team } = await callRpc(broker, directoryRpc.getTeamFacts, { team_id }, by(tenant));
    expect(team).toMatchObject({ team_id, team_name, version: 1 });
    expect(await callRpc(broker, directoryRpc.getUserFacts, { user_id }, by(randomUUID()))).toEqual({ user: null });
    expect(await callRpc(broker, directoryRpc.getTeamFacts, { team_id }, by(randomUUID()))).toEqual({ team: null });
  });
});
