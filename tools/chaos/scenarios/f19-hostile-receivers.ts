import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../../bench/pace.ts';
import { waitUntil } from '../../local/wait-until.ts';
import { HostileReceivers, hostilities } from '../hostile-receivers.ts';
import { type Scenario, underLoad } from '../scenario.ts';
import { Acknowledged, persist } from '../workload.ts';
import type { World } from '../world.ts';

const OF_EACH_KIND = 4;
/** An event reaches a receiver that behaves within this time, whatever the others do. */
const ARRIVES_MS = 5_000;
/** Requests that one receiver is sent at the same time. */
const AT_ONCE = 10;
const PATIENCE_MS = 60_000;
/** What answers without an end may leave in the memory of the service. */
const GROWTH_MB = 150;
/** Failures in a row after which a receiver is left alone for a minute, which doubles. */
const FAILURES_BEFORE_PAUSE = 5;

export const hostileReceivers: Scenario = {
  id: 'F19',
  title:
    'receivers of webhooks are silent, answer without an end, redirect to private addresses, fail and reset; others get theirs at once',
  world: { env: { PSA_EGRESS_ALLOW: '127.0.0.0/8' } },
  async run(world, { short }) {
    const hostile = await HostileReceivers.start();
    const friendly = await Arrivals.start();
    const faults: string[] = [];
    try {
      const outcome = await underLoad(
        world,
        async (load) => {
          await subscribe(world, 'Friendly', friendly.url);
          for (const kind of hostilities)
            for (let number = 0; number < OF_EACH_KIND; number++) await subscribe(world, `${kind} ${number}`, hostile.urlOf(kind, number));
          const subscribed = Date.now();
          const before = residentMb(world.pidOf('automation'));
          await sleep(short ? 25_000 : 300_000);
          await load.stop();
          const expected = await createdSince(world, load.seen, subscribed);
          if (expected.length === 0) faults.push('no asset was created');
          await waitUntil(() => expected.every(({ subject }) => friendly.at.has(subject)), { timeoutMs: PATIENCE_MS, everyMs: 100 });
          const growth = residentMb(world.pidOf('automation')) - before;
          const late = expected.map(({ subject, at }) => (friendly.at.get(subject) ?? Infinity) - at);
          const missing = late.filter((ms) => ms === Infinity).length;
          const p99 = percentile(late, 0.99);
          if (missing > 0) faults.push(`${missing} of ${expected.length} events did not reach the receiver that behaves`);
          if (!(p99 <= ARRIVES_MS)) faults.push(`events reached the receiver that behaves after ${p99} ms (p99)`);
          if (hostile.redirected > 0) faults.push(`${hostile.redirected} redirects to a private address were followed`);
          const waiting = hostile.mostOpen.get('silent') ?? 0;
          if (waiting !== 1) faults.push(`a receiver that never answers was sent ${waiting} requests at once`);
          for (const [kind, open] of hostile.mostOpen)
            if (open > AT_ONCE) faults.push(`a receiver (${kind}) was sent ${open} requests at once`);
          if (growth > GROWTH_MB) faults.push(`the service grew by ${growth} MB`);
          faults.push(...(await unpaused(world)));
          for (const { instance, ending } of world.endings) faults.push(`${instance} ended: ${ending}`);
          const asked = [...hostile.requests.values()].reduce((sum, count) => sum + count, 0);
          return `${expected.length} events reached the receiver that behaves, p50 ${percentile(late, 0.5)} ms and p99 ${p99} ms; ${asked} requests to ${hostilities.length * OF_EACH_KIND} hostile ones, which grew the service by ${growth} MB`;
        },
        { writers: 2, pauseMs: 100 },
      );
      return { ...outcome, faults: [...outcome.faults, ...faults] };
    } finally {
      await Promise.all([hostile.stop(), friendly.stop()]);
    }
  },
};

/** A receiver that answers at once, and when it was first told of each asset. */
class Arrivals {
  readonly at = new Map<string, number>();
  readonly #server = createServer((request, response) => {
    json(request).then(
      (event) => {
        const { subject } = event as { subject: string };
        if (!this.at.has(subject)) this.at.set(subject, Date.now());
        response.writeHead(204).end();
      },
      () => response.destroy(),
    );
  });

  static async start(): Promise<Arrivals> {
    const arrivals = new Arrivals();
    arrivals.#server.listen(0, '127.0.0.1');
    await once(arrivals.#server, 'listening');
    return arrivals;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

async function subscribe(world: World, name: string, url: string): Promise<void> {
  await persist(world.target, 'POST', '/api/v1/webhooks', { name, url, event_types: ['asset.created'] }, new Acknowledged());
}

/** Assets whose creation the writers were told of and the receiver that behaves must be, with when each was created: all since it has subscribed. */
async function createdSince(world: World, { assets }: Acknowledged, since: number): Promise<{ subject: string; at: number }[]> {
  const { rows } = await world.database.query<{ subject: string; at: string }>(
    `select asset_id::text as subject, extract(epoch from created_at) * 1000 as at from assets.assets
     where tenant = $1 and asset_id = any($2) and created_at >= to_timestamp($3 / 1000.0)`,
    [world.tenant, [...assets.keys()], since],
  );
  return rows.map(({ subject, at }) => ({ subject, at: Number(at) }));
}

/** Receivers that failed again and again and are asked on. */
async function unpaused(world: World): Promise<string[]> {
  const { rows } = await world.database.query<{ name: string; failures: number }>(
    `select webhook.name, health.consecutive_failures as failures from automation.webhooks webhook
     join automation.webhook_health health on health.tenant = webhook.tenant and health.webhook_id = webhook.webhook_id
     where webhook.tenant = $1 and health.consecutive_failures >= $2 and health.paused_until is null`,
    [world.tenant, FAILURES_BEFORE_PAUSE],
  );
  return rows.map(({ name, failures }) => `${name} failed ${failures} times and is not left alone`);
}

function residentMb(pid: number): number {
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024);
}
