import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, TestService } from '@psa/test-kit';
import { fakes } from '../../apps/time/src/testing/fakes.ts';
import { timeService } from '../../apps/time/src/time-service.ts';
import type { ApiClient } from './api-client.ts';
import { seedTime } from './seed-time.ts';

describe('seeding time', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start(timeService, { ports: fakes });
  });
  afterAll(() => service.stop());

  it('logs three months of eight people, on sheets in every state, and only once', async () => {
    const api = service.api(caller());
    /** Of other services: what they would have made, the same for each key. */
    const elsewhere = new Map<string, string>();
    const idFor = (key: string) => elsewhere.get(key) ?? (elsewhere.set(key, randomUUID()).get(key) as string);
    const client: ApiClient = {
      get: (path) => api.get(path),
      create: async (path, key, body) => {
        if (/\/(users|services|service-types)$/.test(path))
          return { user_id: idFor(key), service_id: idFor(key), service_type_id: idFor(key) };
        const { status, text, body: answer } = await api.post(path, body, { headers: { 'idempotency-key': key } });
        if (status >= 300) throw new Error(text);
        if (path.endsWith('/bulk')) expect(answer.data.errors).toEqual([]);
        return answer.data as Record<string, unknown>;
      },
      change: async (path, body) => {
        const { status, text } = await api.put(path, body);
        if (status !== 200) throw new Error(text);
      },
    };
    const now = new Date('2026-06-15T12:00:00Z');
    const work = { tickets: [randomUUID()], tasks: [randomUUID()] };
    for (let round = 0; round < 2; round++) await seedTime(client, work, now);
    const { data } = (await api.get('/api/v1/time-sheets/stats')).body;
    expect(data).toMatchObject({
      total_time_sheets: 24,
      time_sheets_by_status: { DRAFT: 8, SUBMITTED: 4, CHANGES_REQUESTED: 2, APPROVED: 10 },
    });
    expect(Object.keys(data.time_sheets_by_user)).toHaveLength(8);
    const { total_entries, entries_by_type: kinds } = (await api.get('/api/v1/time-entries/stats')).body.data;
    expect(total_entries).toBeGreaterThan(500);
    expect(kinds.ticket).toBeGreaterThan(total_entries / 3);
  }, 120_000);
});
