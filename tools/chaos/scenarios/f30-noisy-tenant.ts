import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../../bench/pace.ts';
import type { Outcome, Scenario } from '../scenario.ts';
import { SteadyReaders } from '../steady-readers.ts';

/** What one key may ask for, a second in the long run. */
const QUOTA = 10;
const QUIET_PER_SECOND = 8;
const TIMES_ITS_QUOTA = 20;
const LARGEST_RATIO = 2;

export const noisyTenant: Scenario = {
  id: 'F30',
  title: 'one tenant asks for twenty times its share, and another does not feel it',
  world: { env: { PSA_RATE_LIMIT_BURST: String(2 * QUOTA), PSA_RATE_LIMIT_PER_MINUTE: String(60 * QUOTA) } },
  async run(world, { short }): Promise<Outcome> {
    const seconds = short ? 20 : 90;
    const noisy = await world.newTenant('noisy');
    const quiet = async (ms: number) => {
      const readers = await SteadyReaders.start(world.target, QUIET_PER_SECOND);
      await sleep(ms);
      return readers.stop();
    };
    await quiet(5_000);
    const alone = await quiet(seconds * 1_000);
    const noise = await SteadyReaders.start({ ...world.target, apiKey: noisy.apiKey }, QUOTA * TIMES_ITS_QUOTA);
    const beside = await quiet(seconds * 1_000);
    const { done, failed } = await noise.stop();
    const refused = failed.filter((fault) => fault.includes('was answered 429')).length;
    const [before, after] = [percentile(alone.tookMs, 0.99), percentile(beside.tookMs, 0.99)];
    const faults = [...alone.failed, ...beside.failed, ...failed.filter((fault) => !fault.includes('was answered 429'))];
    if (after > before * LARGEST_RATIO) faults.push(`p99 of the other tenant went from ${before.toFixed(1)} ms to ${after.toFixed(1)} ms`);
    return {
      faults,
      summary: `${done} requests of the noisy tenant, ${refused} of them refused; p99 of the other ${before.toFixed(1)} ms alone, ${after.toFixed(1)} ms beside it`,
    };
  },
};
