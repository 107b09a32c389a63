import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, TestService } from '@psa/test-kit';
import { billingService } from '../../apps/billing/src/billing-service.ts';
import { fakes } from '../../apps/billing/src/testing/fakes.ts';
import type { ApiClient } from './api-client.ts';
import { seedBilling } from './seed-billing.ts';

describe('seeding billing', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes });
  });
  afterAll(() => service.stop());

  it('bills a year in every state, and only once', async () => {
    const api = service.api(caller());
    const client: ApiClient = {
      get: (path) => api.get(path),
      create: async (path, key, body) => {
        const { status, text, body: answer } = await api.post(path, body, { headers: { 'idempotency-key': key } });
        if (status >= 300) throw new Error(text);
        return answer.data as Record<string, unknown>;
      },
      change: async (path, body) => {
        const { status, text } = await api.put(path, body);
        if (status !== 200) throw new Error(text);
      },
    };
    const clients = Array.from({ length: 9 }, (_, index) => ({ code: `C${index}`, client_id: randomUUID() }));
    for (let round = 0; round < 2; round++) await seedBilling(client, clients, new Date());
    const { status_breakdown } = (await api.get('/api/v1/invoices/analytics')).body.data as {
      status_breakdown: Record<string, { count: number }>;
    };
    expect(status_breakdown['draft']?.count).toBe(9);
    for (const status of ['paid', 'overdue', 'cancelled']) expect([status, status_breakdown[status]?.count ?? 0]).not.toEqual([status, 0]);
    const { summary } = (await api.get('/api/v1/financial/reports/aging')).body.data as {
      summary: { days_30: number; days_60: number; total_outstanding: number }[];
    };
    expect(summary[0]!.days_60).toBeGreaterThan(0);
    expect((await api.post('/api/v1/financial/reconciliation/run', {})).body.data).toMatchObject({ totalClients: 9, errorCount: 0 });
    expect((await api.get('/api/v1/billing-analytics/overview')).body.data).toMatchObject({
      total_plans: 3,
      total_contracts: 9,
      total_assignments: 9,
    });
  });
});
