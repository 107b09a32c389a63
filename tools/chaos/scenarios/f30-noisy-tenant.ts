import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../../bench/pace.ts';
import { request } from '../../../bench/requests.ts';
import { OpenLoadMaker } from '../open-load/open-load.ts';
import type { Outcome, Scenario } from '../scenario.ts';
import { SteadyReaders } from '../steady-readers.ts';
import type { Target } from '../workload.ts';

/** What one key may ask for, a second in the long run. */
const QUOTA = 10;
const QUIET_PER_SECOND = 8;
const TIMES_ITS_QUOTA = 20;
const LARGEST_RATIO = 2;
const USEFUL_MS = 5_000;

export const noisyTenant: Scenario = {
  id: 'F30',
  title: 'one tenant asks for twenty times its share, and another does not feel it',
  world: { env: { PSA_RATE_LIMIT_BURST: String(2 * QUOTA), PSA_RATE_LIMIT_PER_MINUTE: String(60 * QUOTA) } },
  async run(world, { short }): Promise<Outcome> {
    // Enough requests that one or two unlucky ones are no hundredth.
    const seconds = short ? 45 : 90;
    const noisy = await world.newTenant('noisy');
    const quiet = async (ms: number) => {
      const readers = await SteadyReaders.start(world.target, QUIET_PER_SECOND);
      await sleep(ms);
      return readers.stop();
    };
    await quiet(5_000);
    const alone = await quiet(seconds * 1_000);
    const noise = noiseOf({ ...world.target, apiKey: noisy.apiKey }, QUOTA * TIMES_ITS_QUOTA * seconds);
    // The process that makes it has started by then: on the machine of the product that takes a while of both processors.
    await noise.offer(1, 1);
    const [beside, made] = await Promise.all([quiet(seconds * 1_000), noise.offer(QUOTA * TIMES_ITS_QUOTA, seconds)]).finally(() =>
      noise.close(),
    );
    const [before, after] = [percentile(alone.tookMs, 0.99), percentile(beside.tookMs, 0.99)];
    const faults = [
      ...alone.failed,
      ...beside.failed,
      ...Object.entries(made.unexpected).map(([status, count]) => `${count} times ${status}`),
    ];
    if (made.unanswered > 0) faults.push(`${made.unanswered} requests of the noisy tenant had no answer`);
    if (made.withoutRetryAfter > 0) faults.push(`${made.withoutRetryAfter} refusals did not say when to come back`);
    if (after > before * LARGEST_RATIO) faults.push(`p99 of the other tenant went from ${before.toFixed(1)} ms to ${after.toFixed(1)} ms`);
    return {
      faults,
      summary: `${made.offered} requests of the noisy tenant, ${made.refused} of them refused; p99 of the other ${before.toFixed(1)} ms alone, ${after.toFixed(1)} ms beside it`,
    };
  },
};

/** In a process of its own, so that what the noise costs to make is not taken for what it does to others. */
function noiseOf({ baseUrl, apiKey }: Target, requests: number): OpenLoadMaker {
  const { hostname, port } = new URL(baseUrl);
  const headers = { 'x-api-key': apiKey };
  const ask = (_: unknown, index: number) =>
    index % 10 === 9
      ? request('POST', '/api/v1/clients', headers, JSON.stringify({ client_name: `Noise ${index}`, billing_cycle: 'monthly' }))
      : request('GET', '/api/v1/assets?limit=5', headers);
  return new OpenLoadMaker({
    host: hostname,
    port: Number(port),
    requests: Array.from({ length: requests }, ask),
    usefulMs: USEFUL_MS,
  });
}
