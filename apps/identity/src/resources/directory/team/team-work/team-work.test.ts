import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { teamProjectRpc } from '@psa/contracts-desk';
import { loggedHoursRpc } from '@psa/contracts-time';
import { rpcHandler, serveRpc } from '@psa/events-kit';
import { toApiError } from '@psa/http-kit';
import { type TestApi, TestService } from '@psa/test-kit';
import { identityService } from '../../../../identity-service.ts';
import { aName, anAdmin } from '../../../../testing/access.ts';
import { aTenant } from '../../../../testing/make.ts';

const WEEK = { start_date: '2026-06-01', end_date: '2026-06-08' };

describe("a team's work", () => {
  let service: TestService;
  let api: TestApi;
  let userId: string;
  let path: string;

  beforeAll(async () => {
    service = await TestService.start(identityService);
    const { tenant } = await aTenant(service);
    const admin = await anAdmin(service, tenant);
    ({ api } = admin);
    ({ userId } = admin.who);
    path = `/api/v1/teams/${(await api.post('/api/v1/teams', { team_name: aName(), manager_id: userId })).body.data.team_id}`;
  });
  afterAll(() => service.stop());

  describe('while nobody knows of it', () => {
    it('is a 503 where nothing can be said without it', async () => {
      const { status, body, headers } = await api.get(`${path}/projects`);
      expect(status).toBe(503);
      expect(body.error.code).toBe('SERVICE_UNAVAILABLE');
      expect(headers.get('retry-after')).toBe('1');
    });

    it('is said to be unknown among the figures', async () => {
      const { status, body } = await api.get(`${path}/analytics`, { query: { ...WEEK, granularity: 'daily' } });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        period: { start_date: '2026-06-01T00:00:00.000Z', end_date: '2026-06-08T00:00:00.000Z' },
        member_count: 1,
        active_projects: null,
        completed_projects: null,
        total_hours_logged: null,
        average_hours_per_member: null,
        productivity_score: null,
        project_completion_rate: null,
        member_utilization: [{ user_id: userId, user_name: 'Una', hours_logged: null, utilization_percentage: null }],
        project_distribution: null,
        hours_by_period: null,
        unavailable: ['hours', 'projects'],
      });
    });

    it('is not asked for a team that is not there', async () => {
      expect((await api.get(`/api/v1/teams/${randomUUID()}/projects`)).status).toBe(404);
      expect((await api.get(`/api/v1/teams/${randomUUID()}/analytics`)).status).toBe(404);
    });

    it('is not asked for a time that is none', async () => {
      expect(
        (await api.get(`${path}/analytics`, { query: { start_date: '2026-06-08', end_date: '2026-06-01' } })).body.error.details,
      ).toMatchObject([{ path: ['start_date'] }]);
      expect((await api.get(`${path}/analytics`, { query: { granularity: 'hourly' } })).status).toBe(400);
    });
  });

  it('is told of as the services that know it answer', async () => {
    const project = {
      project_id: randomUUID(),
      project_name: 'Move',
      status: 'open',
      client_id: null,
      client_name: null,
      role: 'primary' as const,
      assigned_at: '2026-06-01T00:00:00.000Z',
      start_date: null,
      end_date: null,
      allocation_percentage: 50,
      notes: null,
    };
    const answers = [
      rpcHandler(teamProjectRpc.listProjectsOfTeam, async () => ({ projects: [project], total: 3 })),
      rpcHandler(teamProjectRpc.countProjectsOfTeam, async () => ({ active: 2, completed: 1, by_status: [{ status: 'open', count: 2 }] })),
      rpcHandler(loggedHoursRpc.getLoggedHours, async ({ user_ids, from, to, granularity }) => ({
        users: user_ids.map((user_id) => ({ user_id, hours: ((Date.parse(to) - Date.parse(from)) / 86_400_000) * 4 })),
        ...(granularity === undefined ? {} : { periods: [{ start_date: from, hours: 28 }] }),
      })),
    ];
    for (const answer of answers) serveRpc(service.running.broker, answer as never, {}, toApiError, { error() {} });

    const list = await api.get(`${path}/projects`, { query: { page: '2', limit: '1' } });
    expect(list.body).toEqual({
      data: [project],
      pagination: { page: 2, limit: 1, total: 3, totalPages: 3, hasNext: true, hasPrev: true, next_cursor: null },
      meta: expect.objectContaining({ filters: {} }),
    });
    const { data } = (await api.get(`${path}/analytics`, { query: { ...WEEK, granularity: 'weekly' } })).body;
    expect(data).toMatchObject({
      active_projects: 2,
      completed_projects: 1,
      total_hours_logged: 28,
      average_hours_per_member: 28,
      project_completion_rate: 33.33,
      productivity_score: 51.67,
      member_utilization: [{ hours_logged: 28, utilization_percentage: 70 }],
      hours_by_period: [{ start_date: '2026-06-01T00:00:00.000Z', hours_logged: 28 }],
      project_distribution: [{ status: 'open', count: 2 }],
      unavailable: [],
    });
    const totals = (await api.get(`${path}/analytics`, { query: { ...WEEK, include_metrics: 'false' } })).body.data;
    expect(totals).toMatchObject({ total_hours_logged: 28 });
    expect(totals).not.toHaveProperty('member_utilization');
  });
});
