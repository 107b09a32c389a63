import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { tenantId } from '@psa/contract-kit';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import type { ServerResponse } from 'node:http';
import type { Db } from '../../automation-app.ts';
import { automationService } from '../../automation-service.ts';
import { assetCreated } from '../../testing/make-event.ts';
import { makeRule, type MadeRule } from '../../testing/rule.fixtures.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { openLocalWorker } from '../execution/local-workers.ts';
import { queueExecution } from '../execution/queue-execution.actions.ts';
import { type Held, holdWithSlot } from '../execution/slots.records.ts';
import { findRule, type RuleRecord } from '../rule/rule.records.ts';

const BASE = '/api/v1/automation';

/** By how much the times of a transaction differ: it has one, but on Citus each of its statements has its own. */
const TRANSACTION_MS = process.env['PSA_TEST_ENGINE'] === 'citus' ? 1_000 : 0;

interface Row {
  readonly execution_id: string;
  readonly status: string;
  readonly created_at: string;
  readonly started_at: string;
  /** When the transaction began that ended it. */
  readonly ended_at: string;
  readonly minutes: number;
  readonly lease_owner: string | null;
}

describe('executions that begin without a claim', () => {
  let service: TestService;
  let receiver: WebhookReceiver;
  let me: TestCaller;
  let api: TestApi;
  let at: string;
  /** Tenants whose executions begin in a process that ends right after the commit. */
  const dying = new Set<string>();
  let closeDying: () => void;

  beforeAll(async () => {
    // Before the service, so that it is asked first.
    closeDying = openLocalWorker((tenant) => (dying.has(tenant) ? { owner: randomUUID(), begin: () => {}, release: () => {} } : undefined));
    receiver = await WebhookReceiver.start();
    service = await TestService.start(automationService, { settings: testSettings, ports: fakes });
  });
  afterAll(async () => {
    closeDying();
    // Ends the calls that hang, so that the service need not wait for them.
    await receiver.stop();
    await service.stop();
  });
  beforeEach(() => {
    me = caller();
    api = service.api(me);
    at = `/${randomUUID()}`;
  });
  afterEach(async () => {
    await service.sql("update automation_rules set status = 'inactive' where tenant = $1", [me.tenant]);
  });

  const onAsset = (given: Record<string, unknown> = {}) =>
    makeRule(api, {
      trigger_type: 'event_based',
      trigger_config: { event_type: 'asset.created' },
      execution_timeout_minutes: 7,
      actions: [{ type: 'webhook_call', order: 1, config: { url: receiver.url(at), retry_attempts: 0 } }],
      ...given,
    });
  const rows = ({ rule_id }: MadeRule): Promise<Row[]> =>
    service.sql<Row>(
      `select execution_id, status, created_at::text, started_at::text, lease_owner,
        (select told.created_at::text from outbox told where told.tenant = automation_executions.tenant
          and told.envelope::jsonb->'data'->>'execution_id' = execution_id::text) as ended_at,
        extract(epoch from deadline_at - started_at)::int / 60 as minutes
      from automation_executions where rule_id = $1 order by started_at`,
      [rule_id],
    );
  const completed = (rule: MadeRule, count: number): Promise<Row[]> =>
    eventually(async () => {
      const found = await rows(rule);
      return found.filter(({ status }) => status === 'completed').length === count && found;
    });

  it('begin with their insert, under a lease and with a deadline', async () => {
    receiver.answer(at, () => {});
    const rule = await onAsset();
    await assetCreated(service, me.tenant);
    await eventually(() => receiver.at(at).length === 1);
    const [row] = await rows(rule);
    expect(row).toMatchObject({ status: 'running', started_at: row?.created_at, minutes: 7, lease_owner: expect.any(String) });
  });

  it('begin with the end of the one before where they wait for a slot', async () => {
    let release: ServerResponse | undefined;
    receiver.answer(at, (response) => {
      if (receiver.at(at).length === 1) release = response;
      else response.end();
    });
    const rule = await onAsset();
    for (let index = 0; index < 5; index++) await assetCreated(service, me.tenant);
    await eventually(async () => release !== undefined && (await rows(rule)).length === 5);
    release?.end();
    const ran = await completed(rule, 5);
    for (const [index, { started_at, minutes }] of ran.slice(1).entries()) {
      expect(minutes).toBe(7);
      expect(Math.abs(Date.parse(started_at) - Date.parse(ran[index]?.ended_at ?? ''))).toBeLessThanOrEqual(TRANSACTION_MS);
    }
    expect(receiver.at(at)).toHaveLength(5);
  });

  it('are taken over where the process ended after the commit', async () => {
    dying.add(me.tenant);
    const rule = await onAsset();
    await assetCreated(service, me.tenant);
    const [row] = await eventually(async () => {
      const found = await rows(rule);
      return found[0]?.status === 'running' && found;
    });
    expect(receiver.at(at)).toHaveLength(0);
    await service.sql("update automation_executions set lease_until = now() - interval '1 second' where rule_id = $1", [rule.rule_id]);
    await completed(rule, 1);
    expect(receiver.at(at)).toHaveLength(1);
    const { logs } = (await api.get(`${BASE}/executions/${row?.execution_id}`)).body.data;
    expect(logs.map(({ message }: { message: string }) => message)).toContain('Goes on at action 1: the process that ran it has ended');
  });

  it('do not run when their transaction is rolled back', async () => {
    const { rule_id } = await onAsset();
    const db = service.running.scheduleOptions.asTenant({
      tenant: tenantId(me.tenant),
      actor: { id: rule_id, type: 'system' },
      correlationId: 'test',
    }) as unknown as Db;
    const start = { trigger_type: 'event_based', trigger_data: {}, context: {}, correlation_id: 'test' } as const;
    const queue = (fails: boolean) =>
      db.transaction(async (tx) => {
        const held = (await holdWithSlot(tx, (await findRule(tx, rule_id)) as RuleRecord)) as Held;
        const row = await queueExecution(tx, held.rule, { ...start, has_slot: held.hasSlot });
        expect(row?.status).toBe('running');
        if (fails) throw new Error('rolled back');
      });
    await expect(queue(true)).rejects.toThrow('rolled back');
    await queue(false);
    await completed({ rule_id } as MadeRule, 1);
    expect(receiver.at(at)).toHaveLength(1);
  });

  it('are cancelled like any that run, and their slot goes to the next', async () => {
    receiver.answer(at, (response) => {
      if (receiver.at(at).length > 1) response.end();
    });
    const rule = await onAsset();
    await assetCreated(service, me.tenant);
    await eventually(() => receiver.at(at).length === 1);
    const [first] = await rows(rule);
    await assetCreated(service, me.tenant);
    await eventually(async () => (await rows(rule)).length === 2);
    const cancelled = await api.post(`${BASE}/executions/${first?.execution_id}/cancel`);
    expect(cancelled.body.data.status).toBe('cancelled');
    await completed(rule, 1);
    expect((await rows(rule)).map(({ status }) => status)).toEqual(['cancelled', 'completed']);
  });

  it('wait while their tenant is suspended', async () => {
    await service.sql('insert into tenant_replicas (tenant, slug, is_suspended, version) values ($1::uuid, $1::text, true, 1)', [
      me.tenant,
    ]);
    const rule = await onAsset();
    await assetCreated(service, me.tenant);
    await eventually(async () => (await rows(rule)).length === 1);
    await service.settled();
    expect((await rows(rule))[0]?.status).toBe('pending');
    await service.sql('update tenant_replicas set is_suspended = false where tenant = $1', [me.tenant]);
    await completed(rule, 1);
  });

  it('reset the failures of their rule when they complete', async () => {
    const rule = await onAsset();
    await service.sql('update automation_rules set consecutive_failures = 3 where rule_id = $1', [rule.rule_id]);
    await assetCreated(service, me.tenant);
    await completed(rule, 1);
    expect(await service.sql('select consecutive_failures from automation_rules where rule_id = $1', [rule.rule_id])).toEqual([
      { consecutive_failures: 0 },
    ]);
  });
});
