import assert from 'node:assert/strict';
import { waitUntil } from '../../local/wait-until.ts';
import type { Trial, TrialStep } from '../trial.ts';

/** A rule for servers alone: one asset it acts upon, and one it leaves and says why. */
export const rules: TrialStep = {
  title: 'Have a rule fire, and another time say why not',
  async run(trial) {
    const { psa, run } = trial;
    const { client_id } = await psa.post('/api/v1/clients', { body: { client_name: `Rules ${run}`, billing_cycle: 'monthly' } });
    const { rule_id } = await psa.post('/api/v1/automation/rules', {
      body: {
        name: `Note servers ${run}`,
        status: 'active',
        trigger_type: 'event_based',
        trigger_config: { event_type: 'asset.created', event_filters: { client_id } },
        conditions: [{ field: 'event.data.asset_type', operator: 'equals', value: 'server' }],
        actions: [
          {
            type: 'database_update',
            order: 1,
            config: {
              table: 'clients',
              operation: 'update',
              conditions: { id: '{{event.data.client_id}}' },
              data: { notes: 'Has the server {{event.data.asset_tag}}' },
            },
          },
        ],
      },
    });
    const asset = async (asset_type: 'server' | 'printer', asset_tag: string) =>
      (await psa.post('/api/v1/assets', { body: { client_id, asset_type, asset_tag, name: asset_tag, status: 'active' } })).asset_id;
    await asset('server', 'SRV-1');
    assert.equal((await ended(trial, rule_id, 'completed')).actions_successful, 1);
    assert.equal((await psa.get('/api/v1/clients/{id}', { path: { id: client_id } })).notes, 'Has the server SRV-1');

    await asset('printer', 'PRN-1');
    const { logs = [], actions_successful } = await ended(trial, rule_id, 'skipped');
    assert.equal(actions_successful, 0);
    const why = logs.map(({ message }) => message).find((message) => message.includes('asset_type'));
    assert(why, `the log does not say why: ${JSON.stringify(logs)}`);
    assert.match(JSON.stringify(logs), /printer/);

    for (const [asset_type, expected] of [
      ['server', 'Would run'],
      ['printer', 'is false'],
    ] as const) {
      const { execution_id } = await psa.post('/api/v1/automation/rules/{id}/execute', {
        path: { id: rule_id },
        body: { automation_rule_id: rule_id, dry_run: true, execution_data: { data: { asset_type, client_id, asset_tag: 'DRY-1' } } },
      });
      const { logs: told } = await psa.get('/api/v1/automation/executions/{id}', { path: { id: execution_id } });
      assert(
        told?.some(({ message }) => message.includes(expected)),
        `a dry run for a ${asset_type} says ${JSON.stringify(told)}`,
      );
    }
    assert.equal((await psa.get('/api/v1/clients/{id}', { path: { id: client_id } })).notes, 'Has the server SRV-1');
    await psa.put('/api/v1/automation/rules/{id}', { path: { id: rule_id }, body: { status: 'inactive' } });
    return `the server is noted; for the printer: "${why}"`;
  },
};

/** The only execution of a rule with a status, with its log, once it is there. */
async function ended({ psa, signal }: Trial, automation_rule_id: string, status: 'completed' | 'skipped') {
  const found = () => psa.get('/api/v1/automation/executions', { query: { automation_rule_id, status } });
  const isThere = async () => (await found()).length === 1;
  assert(await waitUntil(isThere, { timeoutMs: 20_000, everyMs: 250, signal }), `no execution is ${status}`);
  const [execution] = await found();
  return psa.get('/api/v1/automation/executions/{id}', { path: { id: execution?.execution_id ?? '' } });
}
