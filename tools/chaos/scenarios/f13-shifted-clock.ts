import { setTimeout as sleep } from 'node:timers/promises';
import { RuleWitness } from '../rule-witness.ts';
import { type Scenario, underLoad } from '../scenario.ts';
import type { World } from '../world.ts';

const CLOCK = new URL('../shift-clock.mjs', import.meta.url).href;
const MINUTES = 10;
/** A service has to have noticed within this time. */
const NOTICED_MS = 20_000;

/**
 * A machine with the wrong time: what runs there takes valid tokens for expired ones, and expired ones for valid. It says so, gets no requests, and its
 * peers go on.
 */
export const shiftedClock: Scenario = {
  id: 'F13',
  title: 'the clock of one instance is ten minutes ahead, then behind; it takes no requests, nobody is refused and nothing is lost',
  world: { replicas: 2, env: { PSA_EGRESS_ALLOW: '127.0.0.0/8' } },
  async run(world, { short }) {
    const faults: string[] = [];
    const witness = await RuleWitness.start(world);
    try {
      const outcome = await underLoad(
        world,
        async () => {
          const told: string[] = [];
          for (const service of short ? ['assets', 'automation'] : ['assets', 'automation', 'clients', 'identity', 'desk']) {
            for (const sign of [1, -1]) {
              const instance = `${service}-2`;
              const noticed = await shift(world, instance, sign * MINUTES * 60_000);
              if (noticed === undefined) faults.push(`${instance} is ready with a clock that is ${sign * MINUTES} minutes off`);
              else told.push(`${instance} ${sign > 0 ? '+' : '-'}${MINUTES} min noticed after ${noticed} ms`);
              await sleep(short ? 5_000 : 15_000);
              await world.restart(instance, () => ({}));
            }
          }
          return told.join('; ');
        },
        { writers: 3, pauseMs: 50 },
      );
      faults.push(...(await witness.judge()));
      const [row] = (
        await world.database.query<{ made: number; negative: number }>(
          'select count(*)::int as made, count(*) filter (where duration_ms < 0 or completed_at < started_at)::int as negative from automation.automation_executions',
        )
      ).rows;
      if (row === undefined || row.made === 0) faults.push('no rule was executed');
      if (row?.negative !== 0) faults.push(`${row?.negative} executions ended before they began`);
      return { ...outcome, faults: [...outcome.faults, ...faults] };
    } finally {
      await witness.stop();
    }
  },
};

/** @returns after how many milliseconds the instance says what is wrong; undefined when it does not */
async function shift(world: World, instance: string, milliseconds: number): Promise<number | undefined> {
  world.launchNext(instance, ({ env }) => ({ env: { ...env, NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_SHIFT_MS: String(milliseconds) } }));
  const before = world.pidOf(instance);
  world.signal(instance, 'SIGTERM');
  const begun = Date.now();
  while (Date.now() - begun < NOTICED_MS) {
    const { status, body } = await world.readinessReport(instance);
    if (status === 503 && body.includes('this machine is') && world.pidOf(instance) !== before) return Date.now() - begun;
    await sleep(100);
  }
  return undefined;
}
