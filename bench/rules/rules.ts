import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { limitConcurrency } from '@psa/work-kit';
import pg from 'pg';
import type { Bench } from '../bench.ts';
import type { KeyedTenant } from '../requests.ts';
import { paced, percentile } from '../pace.ts';
import { connectionTimes, cpuTime } from '../processes.ts';

/** How quickly and at what price a rule follows its event. */
export interface RulesReport {
  /** Executions of a rule on `asset.created` that calls a receiver, at this many requests a second. */
  readonly paced: { readonly per_second: number; readonly p50_ms: number; readonly p99_ms: number; readonly lost: number };
  /**
   * As many events as can be made at once, until the last is executed; and what automation and its connections take for one in microseconds,
   * from the event on to what came of it.
   */
  readonly burst: { readonly executions_per_second: number; readonly lost: number; readonly cpu_us: number };
  /** CPU of automation and its connections to Postgres per execution, in microseconds, less what an event costs that no rule waits for. */
  readonly execution_cpu_us: Cpu;
  /**
   * The same for an event that no rule waits for, without rules and with ten thousand for other events. What is taken with nothing to do
   * counts nowhere.
   */
  readonly matching_cpu_us: Readonly<Record<'no_rules' | 'many_rules', number>>;
}

const SECONDS = 10;
/** Until then V8 has compiled what runs for each event, and each connection keeps its plans. */
const WARM_SECONDS = 40;
const REST_SECONDS = 10;
const PER_SECOND = 50;
const CALLERS = 32;
const BURST = 1_000;
const MANY_RULES = 10_000;
const PATIENCE_MS = 30_000;
const SETTLE_MS = 180_000;
/** CPU in half a second below which a process counts as idle. */
const IDLE_US = 30_000;

/** What was made, as far as it is asked for; the assets' form of answers has it one level deeper. */
type Made = Record<string, string>;

type Cpu = Record<'automation' | 'postgres' | 'nats', number>;
const NOTHING: Cpu = { automation: 0, postgres: 0, nats: 0 };

/** What was taken until a moment, in microseconds, and when that was, in milliseconds. */
interface Reading {
  readonly at: number;
  readonly automation: number;
  readonly nats: number;
  /** By process: some are closed meanwhile, and others opened. */
  readonly connections: ReadonlyMap<number, number>;
}

/** Measures rules through the gateway, with a receiver in this process. */
export async function measureRules({ tenants, stack, pidOf }: Bench): Promise<RulesReport> {
  console.log('rules …');
  const [first] = tenants as [KeyedTenant];
  const pids = { automation: pidOf('automation'), postgres: pidOf('postgres'), nats: pidOf('nats') };
  const read = (): Reading => ({
    at: performance.now(),
    automation: cpuTime(pids.automation),
    connections: connectionTimes(pids.postgres, 'psa_automation_'),
    nats: cpuTime(pids.nats),
  });
  const answered = new Map<string, number>();
  const received = new Map<string, number>();
  const receiver = createServer((request, response) => {
    const at = performance.now();
    text(request).then(
      (body) => {
        received.set((JSON.parse(body) as { trigger_data: { subject: string } }).trigger_data.subject, at);
        response.end();
      },
      () => response.destroy(),
    );
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const port = (receiver.address() as AddressInfo).port;

  const call = async (method: string, path: string, body: object) => {
    const response = await fetch(new URL(path, stack.baseUrl), {
      method,
      body: JSON.stringify(body),
      headers: { 'x-api-key': first.apiKey, 'content-type': 'application/json' },
    });
    const answer = (await response.json()) as { data: Made & { data?: Made } };
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer.data.data ?? answer.data;
  };
  let made = 0;
  const create = async (name: string) => {
    const { asset_id = '' } = await call('POST', '/api/v1/assets', {
      client_id: first.clientId,
      asset_type: 'workstation',
      asset_tag: `RULE-${++made}`,
      name,
      status: 'active',
    });
    answered.set(asset_id, performance.now());
    return asset_id;
  };
  /** Makes assets at an even pace, whatever the answers take. */
  const make = async (name: string, seconds: number) => {
    const before = read();
    return { ids: await paced(PER_SECOND, seconds, () => create(name)), before };
  };
  const allReceived = async (ids: readonly string[]) => {
    const end = Date.now() + PATIENCE_MS;
    while (Date.now() < end && !ids.every((id) => received.has(id))) await sleep(20);
    await settled(pids.automation);
  };
  /** What was taken between two readings, per event. @param rest what is taken in a second with nothing to do */
  const perEvent = (before: Reading, count: number, rest: Cpu): Cpu => {
    const after = read();
    const seconds = (after.at - before.at) / 1000;
    const postgres = Array.from(after.connections, ([pid, time]) => time - (before.connections.get(pid) ?? 0)).reduce(
      (one, other) => one + other,
      0,
    );
    return {
      automation: (after.automation - before.automation - rest.automation * seconds) / count,
      postgres: (postgres - rest.postgres * seconds) / count,
      nats: (after.nats - before.nats - rest.nats * seconds) / count,
    };
  };
  /** What is taken in a second with nothing to do: looking for what is due, and telling that one is there. */
  const atRest = async (): Promise<Cpu> => {
    const before = read();
    await sleep(REST_SECONDS * 1000);
    return perEvent(before, REST_SECONDS, NOTHING);
  };
  const sum = ({ automation, postgres }: Cpu) => automation + postgres;

  await settled(pids.automation);
  await make('Warm', WARM_SECONDS);
  await settled(pids.automation);
  const rest = await atRest();
  const plain = await make('Plain', SECONDS);
  await settled(pids.automation);
  const noRules = perEvent(plain.before, plain.ids.length, rest);
  const { rule_id = '' } = await call('POST', '/api/v1/automation/rules', {
    name: 'Other',
    trigger_type: 'event_based',
    trigger_config: { event_type: 'asset.deleted' },
    status: 'active',
    actions: [{ type: 'webhook_call', order: 1, config: { url: `http://127.0.0.1:${port}/` } }],
  });
  await copyRule(stack.databaseUrl, rule_id, MANY_RULES);
  // What is known of the table has changed: each connection plans anew.
  await make('Warm', SECONDS);
  await settled(pids.automation);
  const restWithRules = await atRest();
  const unmatched = await make('Plain', SECONDS);
  await settled(pids.automation);
  const manyRules = perEvent(unmatched.before, unmatched.ids.length, restWithRules);

  await call('POST', '/api/v1/automation/rules', {
    name: 'Bench',
    trigger_type: 'event_based',
    trigger_config: { event_type: 'asset.created' },
    status: 'active',
    max_concurrent_executions: 20,
    conditions: [{ field: 'event.data.name', operator: 'equals', value: 'Ruled' }],
    actions: [{ type: 'webhook_call', order: 1, config: { url: `http://127.0.0.1:${port}/` } }],
  });
  await allReceived((await make('Ruled', WARM_SECONDS)).ids);
  const ruled = await make('Ruled', SECONDS);
  await allReceived(ruled.ids);
  const execution = perEvent(ruled.before, ruled.ids.length, restWithRules);
  const times = ruled.ids.map((id) => (received.get(id) ?? Number.NaN) - (answered.get(id) ?? 0)).filter((ms) => !Number.isNaN(ms));
  const lost = (ids: readonly string[]) => ids.filter((id) => !received.has(id)).length;

  const beforeBurst = read();
  const begun = performance.now();
  // No more at once than the product takes without refusing some.
  const inTurn = limitConcurrency(CALLERS);
  const burst = await Promise.all(Array.from({ length: BURST }, () => inTurn(() => create('Ruled'))));
  await allReceived(burst);
  const ofBurst = perEvent(beforeBurst, burst.length, restWithRules);
  const last = Math.max(...burst.map((id) => received.get(id) ?? 0));
  receiver.close();
  return {
    paced: { per_second: PER_SECOND, p50_ms: percentile(times, 0.5), p99_ms: percentile(times, 0.99), lost: lost(ruled.ids) },
    burst: { executions_per_second: BURST / ((last - begun) / 1000), lost: lost(burst), cpu_us: sum(ofBurst) },
    execution_cpu_us: {
      automation: execution.automation - manyRules.automation,
      postgres: execution.postgres - manyRules.postgres,
      nats: execution.nats - manyRules.nats,
    },
    matching_cpu_us: { no_rules: sum(noRules), many_rules: sum(manyRules) },
  };
}

/** Waits until a process has nothing to do but what it does for ever: events of earlier requests may be under way to it. */
async function settled(pid: number): Promise<void> {
  const end = Date.now() + SETTLE_MS;
  for (let quiet = 0; quiet < 3;) {
    const before = cpuTime(pid);
    await sleep(500);
    quiet = cpuTime(pid) - before < IDLE_US ? quiet + 1 : 0;
    if (Date.now() > end) throw new Error('automation does not come to rest');
  }
}

/** Makes many rules of one, straight into the table. */
async function copyRule(url: string, ruleId: string, times: number): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=automation' });
  await client.connect();
  try {
    await client.query(
      `insert into automation_rules
       select (jsonb_populate_record(rule, jsonb_build_object('rule_id', gen_random_uuid()))).* from automation_rules rule, generate_series(1, $2::int) where rule.rule_id = $1`,
      [ruleId, times],
    );
    await client.query('vacuum analyze automation_rules');
  } finally {
    await client.end();
  }
}
