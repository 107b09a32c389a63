import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestApi, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { makeRun, makeWorkflow } from '../../testing/workflow.fixtures.ts';

const BASE = '/api/v1/workflows';
const definition = {
  start: 'check',
  steps: {
    check: {
      type: 'condition',
      title: 'Is <it> & "so"?',
      conditions: [{ field: 'context.ok', operator: 'equals', value: true }],
      then: 'yes',
      else: 'no',
    },
    yes: { type: 'timer', title: 'Wait for {{context.who}}', duration: 'PT0S', next: 'end' },
    no: { type: 'end', outcome: 'failed' },
    end: { type: 'end' },
  },
};

describe('workflows as pictures and files', () => {
  let service: TestService;
  let api: TestApi;
  beforeAll(async () => {
    service = await TestService.start(automationService, { ports: fakes, settings: testSettings });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    api = service.api(caller());
  });

  it('are drawn as SVG and Mermaid', async () => {
    const { registration_id } = await makeWorkflow(api, definition);
    const svg = await api.get(`${BASE}/registrations/${registration_id}/diagram`);
    expect(svg.headers.get('content-type')).toContain('image/svg+xml');
    expect(svg.text.match(/data-step=/g)).toHaveLength(4);
    expect(svg.text).toContain('Is &lt;it&gt; &amp;');
    const mermaid = await api.get(`${BASE}/registrations/${registration_id}/diagram?format=mermaid`);
    expect(mermaid.text).toMatch(/^flowchart TD/);
    expect(mermaid.text).toContain('s0 -->|yes| s1');
    const { registration_id: empty } = await makeWorkflow(api);
    expect((await api.get(`${BASE}/registrations/${empty}/diagram`)).status).toBe(409);
  });

  it('show the path an execution took', async () => {
    const id = await makeRun(api, definition, { context_data: { ok: true, who: 'Ann' } });
    await eventually(async () => (await api.get(`${BASE}/executions/${id}`)).body.data.status === 'completed');
    const { text } = await api.get(`${BASE}/executions/${id}/diagram`);
    expect(text).toContain('data-way="check yes" data-taken="true"');
    expect(text).not.toContain('data-way="check no" data-taken="true"');
    expect(text).toContain('data-step="no" data-state="none"');
    expect((await api.get(`${BASE}/executions/${id}/diagram?format=mermaid`)).text).toMatch(/s1\["Wait for Ann"\][^]*s0 ==>\|yes\| s1/);
  });

  it.each(['json', 'yaml'] as const)('are exported as %s and imported elsewhere', async (format) => {
    const { registration_id, name } = await makeWorkflow(api, definition, { parameters: { days: 3 }, tags: ['a'] });
    const { text } = await api.get(`${BASE}/registrations/${registration_id}/export?format=${format}`);
    const elsewhere = service.api(caller());
    const looked = await elsewhere.post(`${BASE}/registrations/import`, { content: text, format, validate_only: true });
    expect(looked.body.data).toEqual({ validate_only: true, results: [{ name, action: 'created', registration_id: null }] });
    expect((await elsewhere.get(`${BASE}/registrations`)).body.data).toEqual([]);
    const imported = await elsewhere.post(`${BASE}/registrations/import`, { content: text, format });
    expect(imported.status).toBe(200);
    const { data } = (await elsewhere.get(`${BASE}/registrations/${imported.body.data.results[0].registration_id}`)).body;
    expect(data).toMatchObject({ name, status: 'draft', parameters: { days: 3 }, tags: ['a'] });
    expect(JSON.parse(data.code)).toEqual(definition);
    expect((await elsewhere.post(`${BASE}/registrations/import`, { content: text, format })).status).toBe(409);
    const changed = text.replace('PT0S', 'PT5S');
    const updated = await elsewhere.post(`${BASE}/registrations/import`, { content: changed, format, create_new_versions: true });
    expect(updated.body.data.results).toMatchObject([{ action: 'updated' }]);
  });

  it('are exported as a line of a table', async () => {
    const { registration_id, name } = await makeWorkflow(api, definition, { parameters: { days: 3 }, tags: ['a', 'b'] });
    const { headers, text } = await api.get(`${BASE}/registrations/${registration_id}/export?format=csv`);
    expect(headers.get('content-type')).toContain('text/csv');
    const [heading, line] = text.split('\r\n');
    expect(heading).toBe('name,description,category,tags,version,parameters,definition');
    expect(line).toContain(`${name},,,"a, b",1.0.0,"{""days"":3}","{""start"":""check""`);
  });

  it('are imported all or not at all, and mistakes are named by their place', async () => {
    const good = { name: 'Good', definition };
    const wrong = { name: 'Wrong', definition: { ...definition, start: 'nowhere' } };
    const { status, body } = await api.post(`${BASE}/registrations/import`, { content: JSON.stringify([good, wrong]) });
    expect(status).toBe(400);
    expect(body.error.details[0].path).toEqual(['content', 1, 'code', 'start']);
    expect((await api.get(`${BASE}/registrations`)).body.data).toEqual([]);
    expect((await api.post(`${BASE}/registrations/import`, { content: 'a: [', format: 'yaml' })).status).toBe(400);
  });
});
