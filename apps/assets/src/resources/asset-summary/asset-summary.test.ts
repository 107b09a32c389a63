import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { assetsService } from '../../assets-service.ts';
import { aClient, anAsset, aTicket } from '../../testing/make.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('the summary of an asset', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(assetsService);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const asset = async (given: object = {}): Promise<string> =>
    (await api.post('/api/v1/assets', anAsset(await aClient(service, me.tenant), { ...given }))).body.data.data.asset_id as string;

  it('of an asset nothing is known of holds nothing against it', async () => {
    const id = await asset();
    const { status, body } = await api.get(`/api/v1/assets/${id}/summary`);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        health_status: 'unknown',
        health_reason: 'No RMM data',
        security_status: 'secure',
        security_issues: [],
        security_issue_codes: [],
        security_evaluated: false,
        warranty_status: 'no_warranty',
        warranty_days_remaining: null,
        open_tickets_count: 0,
      },
      _links: {
        self: { href: `/api/v2/assets/${id}/summary` },
        asset: { href: `/api/v2/assets/${id}` },
        rmmData: { href: `/api/v2/assets/${id}/rmm` },
        software: { href: `/api/v2/assets/${id}/software` },
      },
    });
  });

  it('reads security from the extension data and counts the days of the warranty', async () => {
    const id = await asset({
      asset_type: 'server',
      warranty_end_date: new Date(Date.now() + 10 * DAY_MS).toISOString(),
      extension_data: { antivirus_status: 'at_risk', failed_patches: 2 },
    });
    expect((await api.get(`/api/v1/assets/${id}/summary`)).body.data).toMatchObject({
      security_status: 'critical',
      security_issue_codes: ['antivirus_at_risk', 'patches_failed'],
      security_evaluated: true,
      warranty_status: 'expiring_soon',
      warranty_days_remaining: 10,
    });
  });

  it('counts linked tickets that are not closed, and those nothing is known of yet', async () => {
    const id = await asset();
    const tickets = [await aTicket(service, me.tenant), await aTicket(service, me.tenant, { is_closed: true }), randomUUID()];
    for (const ticket_id of tickets) await api.post(`/api/v1/assets/${id}/tickets`, { ticket_id });
    expect((await api.get(`/api/v1/assets/${id}/summary`)).body.data.open_tickets_count).toBe(2);
  });
});
