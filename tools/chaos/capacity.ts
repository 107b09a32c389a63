import { seedAssets } from '../../bench/seed.ts';
import { request } from '../../bench/requests.ts';
import { OpenLoadMaker } from './open-load/open-load.ts';
import type { OpenLoadResult } from './open-load/open-load.worker.ts';
import { Acknowledged, persist, type Target } from './workload.ts';
import type { World } from './world.ts';

/** Tenants that call, each with a key of its own: no limit of a key or tenant is in the way. */
const TENANTS = 12;
const ASSETS = 300;
const PAGES = ['/api/v1/assets?limit=100', '/api/v1/clients?limit=5', '/api/v1/assets?limit=100', '/api/v1/tickets?limit=5'];
/** People wait for an answer this long. */
const USEFUL_MS = 2_000;
const FIRST_RATE = 50;
const STEP = 1.35;
const MAX_STEPS = 14;
/** Beyond this share of requests without a useful answer, the product takes no more. */
const SATURATED_SHARE = 0.05;
/** That often in a row: once, the machine may have been busy with something else. */
const SATURATED_STEPS = 2;

/**
 * Starts load by callers of many tenants: pages of a hundred rows and of five, of three services, and one write in ten. Pages of a
 * hundred make the services the bottleneck and not the gateway, which is cheap to have more of.
 */
export async function startCallers(world: World): Promise<OpenLoadMaker> {
  const made = await Promise.all(Array.from({ length: TENANTS }, (_, index) => world.newTenant(`caller-${index}`)));
  const clientIds = await Promise.all(made.map(({ apiKey }) => createClient({ baseUrl: world.target.baseUrl, apiKey })));
  await seedAssets(world.stack.databaseUrl, new Map(made.map(({ tenant }) => [tenant, ASSETS])));
  const { hostname, port } = new URL(world.target.baseUrl);
  const requests = Array.from({ length: 10 * TENANTS }, (_, index) => {
    const headers = { 'x-api-key': made[index % TENANTS]?.apiKey ?? '' };
    const turn = Math.floor(index / TENANTS);
    if (turn === 9) return request('POST', '/api/v1/assets', headers, assetOf(clientIds[index % TENANTS] ?? '', `CALLER-${index}`));
    return request('GET', PAGES[turn % PAGES.length] ?? '', headers);
  });
  return new OpenLoadMaker({ host: hostname, port: Number(port), requests, usefulMs: USEFUL_MS });
}

async function createClient(target: Target): Promise<string> {
  const body = { client_name: 'Client of the callers', billing_cycle: 'monthly' };
  const made = await persist(target, 'POST', '/api/v1/clients', body, new Acknowledged());
  return (JSON.parse(made) as { data: { client_id: string } }).data.client_id;
}

function assetOf(client_id: string, tag: string): string {
  return JSON.stringify({ client_id, asset_type: 'server', asset_tag: tag, name: tag, status: 'active' });
}

/**
 * Finds how many requests a second the product answers usefully, by offering more and more, and says what came of each rate.
 * @returns the most that any rate got
 */
export async function findCapacity(callers: OpenLoadMaker, stepSeconds: number): Promise<number> {
  // Afterwards connections are open, callers known and code compiled.
  await callers.offer(FIRST_RATE, 2 * stepSeconds);
  let peak = 0;
  let saturated = 0;
  let rate = FIRST_RATE;
  for (let step = 0; step < MAX_STEPS && saturated < SATURATED_STEPS; step++) {
    const result = await callers.offer(rate, stepSeconds);
    const useful = result.useful / stepSeconds;
    peak = Math.max(peak, useful);
    console.log(`  ${rate.toFixed(0)}/s: ${describe(result, stepSeconds)}`);
    if (result.useful < result.offered * (1 - SATURATED_SHARE)) saturated++;
    else [saturated, rate] = [0, rate * STEP];
  }
  return peak;
}

/** In one line. */
export function describe(result: OpenLoadResult, seconds: number): string {
  const { useful, late, refused, unanswered, unexpected, usefulP50Ms, usefulP99Ms, refusedP50Ms, refusedP95Ms, refusedP99Ms, latestMs } =
    result;
  const others = Object.entries(unexpected).map(([status, count]) => `, ${count} times ${status}`);
  return (
    `${(useful / seconds).toFixed(0)}/s useful (p50 ${usefulP50Ms.toFixed(0)}, p99 ${usefulP99Ms.toFixed(0)} ms), ${late} late, ` +
    `${refused} refused (p50 ${refusedP50Ms.toFixed(0)}, p95 ${refusedP95Ms.toFixed(0)}, p99 ${refusedP99Ms.toFixed(0)} ms), ${unanswered} unanswered${others.join('')}, load at most ${latestMs.toFixed(0)} ms late`
  );
}
