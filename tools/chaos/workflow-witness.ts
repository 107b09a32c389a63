import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UpTime } from './up-time.ts';
import type { World } from './world.ts';

/** Everything must have ended by then, in milliseconds after the last start. */
const PATIENCE_MS = 180_000;
/** Later than this a timer is late, in milliseconds in which automation could be reached. */
const LATE_MS = 2_000;
/** So much later may end what a killed process had just taken: its lease has to run out first, which another instance waits for. */
const LEASE_MS = 6_000;
const RETRY_MS = 500;
/** So long a request is sent again until it is answered. */
const MAX_RETRY_MS = 120_000;

interface Call {
  readonly key: string;
  readonly at: number;
}

/** A request that is wrong, however often it is sent. */
class Refused extends Error {}

/** Workflows of actions, timers and events with a receiver of what they call, and what must be true of them in the end. */
export class WorkflowWitness {
  readonly #world: World;
  readonly #server: Server;
  /** Calls by `execution step`. */
  readonly #calls = new Map<string, Call[]>();
  readonly #started = new Set<string>();
  #repeated = 0;

  private constructor(world: World, server: Server) {
    this.#world = world;
    this.#server = server;
  }

  static async start(world: World): Promise<WorkflowWitness> {
    const server = createServer((request, response) => {
      witness.#take(request).then(
        () => response.end(),
        () => response.destroy(),
      );
    });
    const witness = new WorkflowWitness(world, server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const call = (step: string, next?: string) => ({
      type: 'action',
      action: {
        type: 'webhook_call',
        order: 1,
        config: { url, body: { execution: '{{execution.execution_id}}', step }, retry_attempts: 5 },
      },
      ...(next === undefined ? {} : { next }),
    });
    const register = (name: string, definition: object) =>
      witness.#post('/registrations', { name, status: 'active', code: JSON.stringify(definition) }, `register-${name}`);
    await register('Child', { start: 'child', steps: { child: call('child') } });
    await register('Witness', {
      start: 'first',
      steps: {
        first: call('first', 'pause'),
        pause: { type: 'timer', duration: 'PT2S', next: 'both' },
        both: { type: 'parallel', branches: ['left', 'right'], next: 'wait' },
        left: call('left'),
        right: { type: 'call_workflow', workflow_name: 'Child' },
        wait: { type: 'wait_for_event', event: 'go', timeout: 'PT1H', next: 'last' },
        last: call('last'),
      },
    });
    return witness;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  get started(): number {
    return this.#started.size;
  }

  /** How often a call came again under the key of an earlier one. */
  get repeated(): number {
    return this.#repeated;
  }

  /** Starts an execution and sends it the event it will wait for. */
  async one(index: number): Promise<void> {
    const { execution_id = '' } = await this.#post('/executions', { workflow_name: 'Witness' }, `start-${index}`);
    this.#started.add(execution_id);
    await this.#post('/events', { execution_id, event_name: 'go', event_type: 'user_action' }, `go-${index}`);
  }

  /** Waits until all is done, then says what is missing, doubled, early or late. @param upTime that of automation */
  async judge(upTime: UpTime): Promise<string[]> {
    const end = Date.now() + PATIENCE_MS;
    while (Date.now() < end && (await this.#open()) > 0) await sleep(500);
    const faults: string[] = [];
    const rows = await this.#world.database.query<{ execution_id: string; status: string; error_message: string | null }>(
      `select execution_id, status, error_message from automation.workflow_executions where tenant = $1 and workflow_name = 'Witness'`,
      [this.#world.tenant],
    );
    const byId = new Map(rows.rows.map((row) => [row.execution_id, row]));
    if (byId.size !== this.#started.size) faults.push(`${this.#started.size} executions were acknowledged, ${byId.size} are there`);
    for (const id of this.#started) {
      const row = byId.get(id);
      if (row?.status !== 'completed') faults.push(`execution ${id} is ${row?.status ?? 'lost'}: ${row?.error_message ?? ''}`);
      for (const step of ['first', 'left', 'last']) {
        const keys = new Set(this.#calls.get(`${id} ${step}`)?.map(({ key }) => key));
        if (keys.size !== 1) faults.push(`execution ${id} called ${step} under ${keys.size} keys`);
      }
    }
    return [...faults, ...(await this.#childFaults()), ...(await this.#timerFaults(upTime))];
  }

  /** Each execution calls the other workflow once, which does what it does under one key. */
  async #childFaults(): Promise<string[]> {
    const { rows } = await this.#world.database.query<{ execution_id: string; parent: string; status: string }>(
      `select execution_id, parent_execution_id as parent, status from automation.workflow_executions where tenant = $1 and workflow_name = 'Child'`,
      [this.#world.tenant],
    );
    const byParent = Map.groupBy(rows, ({ parent }) => parent);
    return [...this.#started].flatMap((id) => {
      const children = byParent.get(id) ?? [];
      const [child] = children;
      if (child === undefined || children.length > 1) return [`execution ${id} called ${children.length} others`];
      const keys = new Set(this.#calls.get(`${child.execution_id} child`)?.map(({ key }) => key));
      return [
        ...(child.status === 'completed' ? [] : [`what ${id} called is ${child.status}`]),
        ...(keys.size === 1 ? [] : [`what ${id} called made its call under ${keys.size} keys`]),
      ];
    });
  }

  /** No timer ends before its time, and none long after it while there was somebody to end it. */
  async #timerFaults(upTime: UpTime): Promise<string[]> {
    const { rows } = await this.#world.database.query<{
      execution_id: string;
      until_ms: number;
      fired_ms: number;
      times: number;
      was_taken_over: boolean;
    }>(
      `select begun.execution_id, extract(epoch from (begun.payload->>'until')::timestamptz)::float8 * 1000 as until_ms,
         extract(epoch from min(fired.created_at))::float8 * 1000 as fired_ms, count(*)::int as times,
         exists (select 1 from automation.workflow_jobs job
           where job.tenant = begun.tenant and job.payload->>'execution_id' = begun.execution_id::text and job.attempts > 1) as was_taken_over
       from automation.workflow_events begun
       join automation.workflow_events fired on fired.tenant = begun.tenant and fired.execution_id = begun.execution_id and fired.event_type = 'timer_fired'
       where begun.tenant = $1 and begun.step = 'pause' and begun.kind = 'step_begun' group by begun.tenant, begun.execution_id, begun.payload`,
      [this.#world.tenant],
    );
    return rows.flatMap(({ execution_id, until_ms, fired_ms, times, was_taken_over }) => {
      const lateMs = upTime.within(until_ms, fired_ms);
      return [
        ...(fired_ms < until_ms ? [`the timer of ${execution_id} fired ${until_ms - fired_ms} ms early`] : []),
        ...(lateMs > LATE_MS + (was_taken_over ? LEASE_MS : 0) ? [`the timer of ${execution_id} fired ${Math.round(lateMs)} ms late`] : []),
        ...(times === 1 ? [] : [`the timer of ${execution_id} fired ${times} times`]),
      ];
    });
  }

  async #open(): Promise<number> {
    const { rows } = await this.#world.database.query<{ count: string }>(
      `select count(*) from automation.workflow_executions where tenant = $1 and completed_at is null`,
      [this.#world.tenant],
    );
    return Number(rows[0]?.count);
  }

  async #take(request: IncomingMessage): Promise<void> {
    const { execution, step } = JSON.parse(await text(request)) as { execution: string; step: string };
    const key = String(request.headers['webhook-id'] ?? request.headers['idempotency-key']);
    const calls = this.#calls.get(`${execution} ${step}`) ?? [];
    if (calls.some((call) => call.key === key)) this.#repeated++;
    this.#calls.set(`${execution} ${step}`, [...calls, { key, at: Date.now() }]);
  }

  /** Asks until it is answered, under one idempotency key. */
  async #post(path: string, body: object, key: string): Promise<Record<string, string>> {
    const { baseUrl, apiKey } = this.#world.target;
    for (const end = Date.now() + MAX_RETRY_MS; ;) {
      try {
        const response = await fetch(`${baseUrl}/api/v1/workflows${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': `witness-${key}` },
          signal: AbortSignal.timeout(10_000),
        });
        const answer = (await response.json()) as { data: Record<string, string> };
        if (response.ok) return answer.data;
        if (response.status < 500 && response.status !== 429 && response.status !== 409)
          throw new Refused(`${path}: ${response.status} ${JSON.stringify(answer)}`);
        if (Date.now() > end) throw new Error(`${path}: ${response.status} after ${MAX_RETRY_MS} ms`);
      } catch (error) {
        if (Date.now() > end || error instanceof Refused) throw error;
      }
      await sleep(RETRY_MS);
    }
  }
}
