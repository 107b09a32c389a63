import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { World } from './world.ts';

/** Everything a rule or a webhook follows must be done by then, in milliseconds after the load has ended. */
const PATIENCE_MS = 180_000;

/** Keys of the calls that came in about each subject. */
type Calls = Map<string, Set<string>>;

/** A rule and a webhook on `asset.created` with a receiver of both, and what must be true of them in the end. */
export class RuleWitness {
  readonly #world: World;
  readonly #server: Server;
  readonly #ruleCalls: Calls = new Map();
  readonly #webhookCalls: Calls = new Map();
  #repeated = 0;
  #ruleId = '';
  #webhookId = '';

  private constructor(world: World, server: Server) {
    this.#world = world;
    this.#server = server;
  }

  static async start(world: World): Promise<RuleWitness> {
    const server = createServer((request, response) => {
      witness.#take(request).then(
        () => response.end(),
        () => response.destroy(),
      );
    });
    const witness = new RuleWitness(world, server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    witness.#ruleId = await witness.#make('/api/v1/automation/rules', 'rule_id', {
      name: 'Witness',
      trigger_type: 'event_based',
      trigger_config: { event_type: 'asset.created' },
      status: 'active',
      max_concurrent_executions: 20,
      actions: [{ type: 'webhook_call', order: 1, config: { url: `${url}/rule` }, retry_count: 5 }],
    });
    witness.#webhookId = await witness.#make('/api/v1/webhooks', 'webhook_id', {
      name: 'Witness',
      url: `${url}/webhook`,
      event_types: ['asset.created'],
    });
    return witness;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** How often a call came again under the key of an earlier one. */
  get repeated(): number {
    return this.#repeated;
  }

  /** Waits until all is done, then says what is missing, doubled or undone. */
  async judge(): Promise<string[]> {
    const end = Date.now() + PATIENCE_MS;
    while (Date.now() < end && (await this.#undone()) > 0)
      await new Promise((resolve) => {
        setTimeout(resolve, 500);
      });
    const faults: string[] = [];
    const assets = (await this.#rows<{ asset_id: string }>('select asset_id from assets.assets where tenant = $1')).map(
      ({ asset_id }) => asset_id,
    );
    const executions = Map.groupBy(
      await this.#rows<{ subject: string; status: string }>(
        'select subject, status from automation.automation_executions where tenant = $1 and rule_id = $2',
        this.#ruleId,
      ),
      ({ subject }) => subject,
    );
    const feed = new Map(
      (
        await this.#rows<{ subject: string; times: string }>(
          `select event::json->>'subject' as subject, count(*) as times from automation.feed_events where tenant = $1 and event_type = 'asset.created' group by 1`,
        )
      ).map(({ subject, times }) => [subject, Number(times)]),
    );
    const deliveries = Map.groupBy(
      await this.#rows<{ subject: string; status: string }>(
        `select feed.event::json->>'subject' as subject, delivery.status from automation.webhook_deliveries delivery
       join automation.feed_events feed on feed.tenant = delivery.tenant and feed.event_id = delivery.event_id where delivery.tenant = $1 and webhook_id = $2`,
        this.#webhookId,
      ),
      ({ subject }) => subject,
    );
    for (const id of assets) {
      const ran =
        executions
          .get(id)
          ?.map(({ status }) => status)
          .join() ?? 'none';
      if (ran !== 'completed') faults.push(`executions for asset ${id}: ${ran}`);
      const sent =
        deliveries
          .get(id)
          ?.map(({ status }) => status)
          .join() ?? 'none';
      if (sent !== 'delivered') faults.push(`deliveries for asset ${id}: ${sent}`);
      if (feed.get(id) !== 1) faults.push(`the creation of asset ${id} is in the feed ${feed.get(id) ?? 0} times`);
      if (this.#ruleCalls.get(id)?.size !== 1)
        faults.push(`the rule called about asset ${id} under ${this.#ruleCalls.get(id)?.size ?? 0} keys`);
      if (this.#webhookCalls.get(id)?.size !== 1)
        faults.push(`the webhook was called about asset ${id} under ${this.#webhookCalls.get(id)?.size ?? 0} ids`);
    }
    return faults;
  }

  async #take(request: IncomingMessage): Promise<void> {
    const body = JSON.parse(await text(request)) as { trigger_data?: { subject: string }; subject?: string };
    const [calls, subject] = request.url === '/rule' ? [this.#ruleCalls, body.trigger_data?.subject] : [this.#webhookCalls, body.subject];
    const keys = calls.get(subject ?? '') ?? new Set();
    calls.set(subject ?? '', keys);
    const key = String(request.headers['webhook-id']);
    if (keys.has(key)) this.#repeated++;
    keys.add(key);
  }

  /** Events without an execution or a delivery, and those of them that have not ended. */
  async #undone(): Promise<number> {
    const [row] = await this.#rows<{ undone: string }>(
      `select (select count(*) from assets.assets asset where tenant = $1 and not exists (
          select 1 from automation.automation_executions where tenant = $1 and rule_id = $2 and subject = asset.asset_id::text and status not in ('pending', 'running')))
        + (select count(*) from automation.webhook_deliveries where tenant = $1 and due_at is not null) as undone`,
      this.#ruleId,
    );
    return Number(row?.undone);
  }

  async #rows<Row extends object>(sql: string, ...values: string[]): Promise<Row[]> {
    return (await this.#world.database.query<Row>(sql, [this.#world.tenant, ...values])).rows;
  }

  async #make(path: string, id: string, body: object): Promise<string> {
    const { baseUrl, apiKey } = this.#world.target;
    const response = await fetch(baseUrl + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    });
    const answer = (await response.json()) as { data: Record<string, string> };
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer.data[id] ?? '';
  }
}
