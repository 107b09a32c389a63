import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestApi, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { aTemplate } from '../../testing/workflow-parts.fixtures.ts';
import { shippedTemplates } from '../workflow-template/shipped-templates.ts';

const BASE = '/api/v1/workflows';

describe('templates of workflows', () => {
  let service: TestService;
  let api: TestApi;
  beforeAll(async () => {
    service = await TestService.start(automationService, { ports: fakes, settings: testSettings });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    api = service.api(caller());
  });

  it('become workflows with their default parameters and those that are given, and count their uses', async () => {
    const { template_id } = (await api.post(`${BASE}/templates`, aTemplate())).body.data;
    const used = await api.post(`${BASE}/templates/${template_id}/use`, { name: 'Made', parameters: { note: 'x' }, status: 'active' });
    expect(used.status).toBe(201);
    expect(used.body.data).toMatchObject({
      name: 'Made',
      status: 'active',
      source_template_id: template_id,
      parameters: { days: 3, note: 'x' },
    });
    const registration = await api.post(`${BASE}/registrations`, { name: 'Made too', source_template_id: template_id });
    expect(registration.body.data.code).toContain('"start"');
    expect((await api.get(`${BASE}/templates/${template_id}`)).body.data).toMatchObject({ usage_count: 2 });
  });

  it('refuse parameters that do not fit, unknown templates, and changes of those of the product', async () => {
    const { template_id } = (await api.post(`${BASE}/templates`, aTemplate())).body.data;
    const wrong = await api.post(`${BASE}/templates/${template_id}/use`, { parameters: { days: 0 } });
    expect(wrong.body.error.details).toMatchObject([{ path: ['parameters', 'days'] }]);
    const unknown = await api.post(`${BASE}/registrations`, { name: 'X', source_template_id: randomUUID() });
    expect(unknown.body.error.details).toMatchObject([{ path: ['source_template_id'] }]);
    const [shipped] = shippedTemplates;
    expect((await api.put(`${BASE}/templates/${shipped?.template_id}`, { name: 'Mine' })).status).toBe(409);
    expect((await api.post(`${BASE}/templates`, aTemplate({ name: 'Twice' }))).status).toBe(201);
    expect((await api.post(`${BASE}/templates`, aTemplate({ name: 'twice' }))).status).toBe(409);
  });

  it('of the product are ten, each of which can be used as it is', async () => {
    expect((await api.get(`${BASE}/templates?is_system=true&limit=100`)).body.pagination.total).toBe(10);
    for (const { template_id, name, parameter_schema } of shippedTemplates) {
      const properties = (parameter_schema as { properties: Record<string, { format: string }> }).properties;
      const parameters = Object.fromEntries(
        Object.entries(properties).map(([member, { format }]) => [member, format === 'email' ? 'lead@example.com' : randomUUID()]),
      );
      const { status, text } = await api.post(`${BASE}/templates/${template_id}/use`, { name, parameters, status: 'active' });
      expect({ name, status, text }).toMatchObject({ name, status: 201 });
    }
  });

  it('have an escalation that ends when its ticket is closed in time', async () => {
    const escalation = shippedTemplates.find(({ name }) => name === 'Escalate a ticket');
    const parameters = { lead_id: randomUUID(), manager_email: 'manager@example.com' };
    await api.post(`${BASE}/templates/${escalation?.template_id}/use`, { name: 'E', parameters, status: 'active' });
    const { body } = await api.post(`${BASE}/executions`, { workflow_name: 'E', context_data: { ticket_id: randomUUID() } });
    const run = await eventually(async () => {
      const read = (await api.get(`${BASE}/executions/${body.data.execution_id}`)).body.data;
      return read.current_state === 'first' ? read : undefined;
    });
    expect(run.status).toBe('running');
  });
});
