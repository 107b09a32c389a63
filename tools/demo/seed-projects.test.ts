import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, TestService } from '@psa/test-kit';
import { deskService } from '../../apps/desk/src/desk-service.ts';
import { fakes } from '../../apps/desk/src/testing/fakes.ts';
import type { ApiClient } from './api-client.ts';
import { demoClients } from './demo-clients.ts';
import { demoProjects } from './demo-projects.ts';
import { seedProjects } from './seed-projects.ts';

describe('seeding projects', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start(deskService, { ports: fakes });
  });
  afterAll(() => service.stop());

  it('makes them as they were planned, and only once', async () => {
    const api = service.api(caller());
    const client: ApiClient = {
      get: (path) => api.get(path),
      create: async (path, key, body) => {
        const { status, text, body: answer } = await api.post(path, body, { headers: { 'idempotency-key': key } });
        if (status !== 201) throw new Error(text);
        return answer.data as Record<string, unknown>;
      },
      change: async (path, body) => {
        const { status, text } = await api.put(path, body);
        if (status !== 200) throw new Error(text);
      },
    };
    const projects = demoProjects(demoClients(), new Date()).slice(5, 9);
    const [clientId, userId] = [randomUUID(), randomUUID()];
    for (let round = 0; round < 2; round++) await seedProjects(client, projects, () => clientId, userId);
    const { data, pagination } = (await api.get('/api/v1/projects')).body;
    expect(pagination.total).toBe(4);
    for (const row of data as { project_id: string; project_name: string }[]) {
      const planned = projects.find(({ body }) => body['project_name'] === row.project_name);
      const tasks = planned?.phases.flatMap((phase) => phase.tasks) ?? [];
      const { statistics } = (await api.get(`/api/v1/projects/${row.project_id}`)).body.data;
      expect(statistics).toMatchObject({ total_tasks: tasks.length, completed_tasks: tasks.filter(({ isDone }) => isDone).length });
    }
  });
});
