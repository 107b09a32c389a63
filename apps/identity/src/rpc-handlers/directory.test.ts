import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { directoryRpc } from '@psa/contracts-identity';
import { callRpc } from '@psa/events-kit';
import { TestService } from '@psa/test-kit';
import { identityService } from '../identity-service.ts';
import { aName, anAdmin } from '../testing/access.ts';
import { aTenant, aUser } from '../testing/make.ts';

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

  it('is who may do something: active staff alone', async () => {
    const { tenant } = await aTenant(service);
    const admin = await anAdmin(service, tenant);
    const [gone, portal] = [await anAdmin(service, tenant), await aUser(service, tenant, { user_type: 'client' })];
    await service.sql('update users set is_inactive = true where user_id = $1', [gone.who.userId]);
    const { users } = await callRpc(
      service.running.broker,
      directoryRpc.listUsersHolding,
      { permission: 'email_provider:update' },
      by(tenant),
    );
    const ids = users.map(({ user_id }) => user_id);
    expect(ids).toContain(admin.who.userId);
    for (const other of [gone.who.userId, portal.userId]) expect(ids).not.toContain(other);
  });

  it('is which roles there are', async () => {
    const { tenant } = await aTenant(service);
    const [known] = await service.sql<{ role_id: string }>('select role_id from roles where tenant = $1 limit 1', [tenant]);
    const role_ids = [known!.role_id, randomUUID()];
    const asked = (ids: string[], of: string) => callRpc(service.running.broker, directoryRpc.listKnownRoles, { role_ids: ids }, by(of));
    expect(await asked(role_ids, tenant)).toEqual({ role_ids: [known!.role_id] });
    expect([await asked(role_ids, randomUUID()), await asked([], tenant)]).toEqual([{ role_ids: [] }, { role_ids: [] }]);
  });

  it('is whom a user manages: reports of all levels, and members of their teams and the teams below', async () => {
    const { tenant } = await aTenant(service);
    const admin = await anAdmin(service, tenant);
    const [lead, report, below, member, stranger] = await Promise.all(Array.from({ length: 5 }, () => aUser(service, tenant)));
    const ids = { lead: lead!.userId, report: report!.userId, below: below!.userId, member: member!.userId, stranger: stranger!.userId };
    await service.sql('update users set reports_to = $2 where user_id = $1', [ids.report, ids.lead]);
    await service.sql('update users set reports_to = $2 where user_id = $1', [ids.below, ids.report]);
    const team = async (given: Record<string, unknown>) => {
      const { body, text } = await admin.api.post('/api/v1/teams', { team_name: aName(), ...given });
      if (body.data === undefined) throw new Error(text);
      return body.data.team_id as string;
    };
    const upper = await team({ manager_id: ids.lead });
    const lower = await team({});
    await service.sql('update teams set parent_team_id = $2 where team_id = $1', [lower, upper]);
    await admin.api.post(`/api/v1/teams/${lower}/members`, { user_id: ids.member });
    const asked = (user_id: string) => callRpc(service.running.broker, directoryRpc.listManagedUsers, { user_id }, by(tenant));
    expect(new Set((await asked(ids.lead)).user_ids)).toEqual(new Set([ids.report, ids.below, ids.member]));
    expect(await asked(ids.report)).toEqual({ user_ids: [ids.below] });
    expect(await asked(ids.stranger)).toEqual({ user_ids: [] });
  });
});
