import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, TestService } from '@psa/test-kit';
import { deskService } from '../../apps/desk/src/desk-service.ts';
import { fakes } from '../../apps/desk/src/testing/fakes.ts';
import type { ApiClient } from './api-client.ts';
import { demoClients } from './demo-clients.ts';
import { demoTickets } from './demo-tickets.ts';
import { seedTickets } from './seed-tickets.ts';

describe('seeding tickets', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start(deskService, { ports: fakes });
  });
  afterAll(() => service.stop());

  it('plans a year of tickets that look like those of a real desk', () => {
    const now = new Date();
    const tickets = demoTickets(demoClients(), now);
    expect(tickets).toHaveLength(1500);
    expect(demoTickets(demoClients(), now)).toEqual(tickets);
    const open = tickets.filter(({ body }) => body['closed_at'] === undefined);
    expect(open.length / tickets.length).toBeGreaterThan(0.005);
    expect(open.length / tickets.length).toBeLessThan(0.1);
  });

  it('takes them all over, and only once', async () => {
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
    const tickets = demoTickets(demoClients(), new Date()).slice(-120);
    const [clientId, userId] = [randomUUID(), randomUUID()];
    const first = await seedTickets(client, tickets, () => clientId, userId);
    expect(await seedTickets(client, tickets, () => clientId, userId)).toEqual(first);
    expect(new Set(first).size).toBe(120);
    const stats = (await api.get('/api/v1/tickets/stats')).body.data;
    expect(stats).toMatchObject({ total_tickets: 120 });
    expect(Object.keys(stats.tickets_by_category).length).toBeGreaterThan(5);
    expect(stats.average_resolution_time).toBeGreaterThan(60);
  });
});
