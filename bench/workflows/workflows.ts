import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Bench } from '../bench.ts';
import { percentile } from '../pace.ts';
import { cpuTime } from '../processes.ts';

/** What workflows cost. */
export interface WorkflowReport {
  /** Steps of executions that are all started at once. */
  readonly burst: { readonly steps: number; readonly steps_per_second: number; readonly cpu_us_per_step: number };
  /** From the request to the commit of the first entry of the history, one after the other. */
  readonly start: { readonly p50_ms: number; readonly p99_ms: number };
  /** Processor time of automation and Postgres in a second while so many executions wait. */
  readonly waiting: { readonly executions: number; readonly cpu_us_per_second: number; readonly without_cpu_us_per_second: number };
}

const EXECUTIONS = 300;
const STEPS = 20;
/** Before any is measured: what is compiled while it runs is compiled once. */
const WARM_STARTS = 100;
const STARTS = 200;
const WATCHED_SECONDS = 10;
const SETTLE_MS = 300_000;

/** A workflow of steps that each are committed by themselves. */
const chain = {
  start: 's0',
  steps: Object.fromEntries(
    Array.from({ length: STEPS }, (_, index) => [
      `s${index}`,
      {
        type: 'condition',
        conditions: [{ field: 'context.n', operator: 'exists' }],
        ...(index === STEPS - 1 ? {} : { then: `s${index + 1}` }),
      },
    ]),
  ),
};
const waiting = {
  start: 'wait',
  steps: { wait: { type: 'wait_for_event', event: 'ticket.closed', correlation: { 'data.ticket_id': '{{context.ticket}}' } } },
};

/** @param waits executions that wait at the same time @throws when a request is not answered 2xx */
export async function measureWorkflows({ tenants, stack, pidOf }: Bench, waits: number): Promise<WorkflowReport> {
  const { apiKey, tenant } = tenants[0]!;
  const call = async (path: string, body: object): Promise<Record<string, string>> => {
    const response = await fetch(`${stack.baseUrl}/api/v1/workflows${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    });
    const answer = (await response.json()) as { data: Record<string, string> };
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 2 });
  const cpu = () => cpuTime(pidOf('automation')) + cpuTime(pidOf('postgres'), true);
  const count = async (name: string, condition: string) =>
    Number(
      (
        await pool.query<{ count: string }>(
          `select count(*) from automation.workflow_executions where tenant = $1 and workflow_name = $2 and ${condition}`,
          [tenant, name],
        )
      ).rows[0]?.count,
    );
  const until = async (condition: () => Promise<boolean>) => {
    const end = Date.now() + SETTLE_MS;
    while (!(await condition())) {
      if (Date.now() > end) throw new Error('the executions did not come to their end in time');
      await sleep(100);
    }
  };
  try {
    for (const [name, definition] of Object.entries({ 'Bench chain': chain, 'Bench wait': waiting }))
      await call('/registrations', { name, status: 'active', code: JSON.stringify(definition) });
    const starts: number[] = [];
    for (let index = 0; index < WARM_STARTS + STARTS; index++) {
      const { execution_id } = await call('/executions', { workflow_name: 'Bench chain', context_data: { n: index } });
      await until(async () => (await count('Bench chain', `execution_id = '${execution_id}' and completed_at is not null`)) === 1);
      const { rows } = await pool.query<{ ms: number }>(
        'select extract(epoch from started_at - created_at)::float8 * 1000 as ms from automation.workflow_executions where execution_id = $1',
        [execution_id],
      );
      if (index >= WARM_STARTS) starts.push(rows[0]?.ms ?? Number.NaN);
    }
    // Scheduled for the same instant, so that the requests are over when they begin.
    const scheduled_at = new Date(Date.now() + 15_000).toISOString();
    for (let made = 0; made < EXECUTIONS; made += 50)
      await call('/bulk', {
        operation: 'create',
        executions: Array.from({ length: 50 }, (_, index) => ({
          workflow_name: 'Bench chain',
          context_data: { n: made + index },
          scheduled_at,
        })),
      });
    await sleep(Math.max(0, Date.parse(scheduled_at) - Date.now()));
    const [before, begun] = [cpu(), performance.now()];
    await until(async () => (await count('Bench chain', 'completed_at is null')) === 0);
    const seconds = (performance.now() - begun) / 1000;
    const steps = EXECUTIONS * STEPS;
    const burst = { steps, steps_per_second: steps / seconds, cpu_us_per_step: (cpu() - before) / steps };

    const idle = async () => {
      const start = cpu();
      await sleep(WATCHED_SECONDS * 1000);
      return (cpu() - start) / WATCHED_SECONDS;
    };
    await sleep(3_000);
    const without_cpu_us_per_second = await idle();
    const { execution_id } = await call('/executions', { workflow_name: 'Bench wait', context_data: { ticket: '0' } });
    await until(async () => (await count('Bench wait', `current_state is not null`)) === 1);
    await repeatWaiting(pool, execution_id!, waits - 1);
    await sleep(3_000);
    return {
      burst,
      start: { p50_ms: percentile(starts, 0.5), p99_ms: percentile(starts, 0.99) },
      waiting: {
        executions: await count('Bench wait', `completed_at is null`),
        cpu_us_per_second: await idle(),
        without_cpu_us_per_second,
      },
    };
  } finally {
    await pool.end();
  }
}

const AT_A_TIME = 10_000;
/** Where an execution that waits has rows; that of the execution itself goes first. */
const TABLES = ['workflow_executions', 'workflow_events', 'workflow_listens', 'workflow_waits'];

/** Makes more of an execution that waits, each for a ticket of its own: by their rows, for to make them by requests takes 10 ms each. */
async function repeatWaiting(pool: pg.Pool, executionId: string, times: number): Promise<void> {
  for (let made = 0; made < times; made += AT_A_TIME) {
    const { rows } = await pool.query<{ execution_id: string; ticket: string }>(
      'select gen_random_uuid() as execution_id, n::text as ticket from generate_series($1::int, $2::int) n',
      [made + 1, Math.min(made + AT_A_TIME, times)],
    );
    const values = [executionId, rows.map((row) => row.execution_id), rows.map(({ ticket }) => ticket)];
    for (const table of TABLES)
      await pool.query(
        `insert into automation.${table} select made.* from automation.${table} one, unnest($2::uuid[], $3::text[]) as next (execution_id, ticket),
          jsonb_populate_record(one, jsonb_build_object('execution_id', next.execution_id, 'event_id', gen_random_uuid(),
            'match_value', next.ticket, 'correlation', jsonb_build_object('data.ticket_id', next.ticket),
            'context_data', jsonb_build_object('ticket', next.ticket))) made
          where one.execution_id = $1`,
        values,
      );
  }
  await pool.query('vacuum analyze automation.workflow_executions, automation.workflow_events, automation.workflow_waits');
}
