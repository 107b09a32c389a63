import { join } from 'node:path';
import { nodeFlags } from '../../local/node-flags.ts';
import { services } from '../../local/services.ts';
import { buildReleased } from '../released-version.ts';
import { type Scenario, underLoad } from '../scenario.ts';
import { SteadyReaders } from '../steady-readers.ts';

const PER_SECOND = 30;

export const twoVersions: Scenario = {
  id: 'F31',
  title: 'the version released last and this one serve side by side on the new tables, and one follows the other',
  world: { replicas: 2, env: { PSA_DRAIN_SECONDS: '5' } },
  async run(world, { short }) {
    const released = await buildReleased();
    try {
      const second = services.filter(({ name }) => !short || ['gateway', 'assets', 'clients', 'identity'].includes(name));
      const readers = await SteadyReaders.start(world.target, PER_SECOND);
      const outcome = await underLoad(
        world,
        async () => {
          for (const { name } of second)
            await world.restart(`${name}-2`, ({ env }) => ({
              args: [...nodeFlags, join(released.bundles, name, 'main.mjs')],
              cwd: released.root,
              env,
            }));
          await world.between(short ? 5_000 : 60_000, short ? 5_000 : 60_000);
          for (const { name } of second) await world.restart(`${name}-2`, () => ({}));
          return `${second.length} services of ${released.commit.slice(0, 10)} beside this version`;
        },
        { pauseMs: 50 },
      );
      const { done, failed } = await readers.stop();
      return { faults: [...outcome.faults, ...failed], summary: `${outcome.summary}; ${done} steady requests, ${failed.length} failed` };
    } finally {
      released.remove();
    }
  },
};
