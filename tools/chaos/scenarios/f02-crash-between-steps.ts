import { setTimeout as sleep } from 'node:timers/promises';
import { type Scenario, underLoad } from '../scenario.ts';
import type { World } from '../world.ts';

/** Where a crash could lose an event or double its effect, and how often it strikes there. */
const POINTS = ['relay.before-publish', 'relay.after-publish', 'consumer.after-commit'];
const PATIENCE_MS = 90_000;

export const crashBetweenSteps: Scenario = {
  id: 'F2',
  title: 'processes die between commit and publish, publish and mark, effect and acknowledgement',
  world: { env: { PSA_FAILPOINTS: POINTS.map((point) => `${point}:40`).join(',') } },
  run: (world, { short }) =>
    underLoad(world, async () => {
      await world.between(short ? 8_000 : 120_000, short ? 8_000 : 120_000);
      // A slow machine takes longer until so many events have passed.
      for (const end = Date.now() + PATIENCE_MS; deathsIn(world) === 0 && Date.now() < end;) await sleep(500);
      const deaths = deathsIn(world);
      // The load goes on: on a busy machine they would die again before the others are back.
      for (const name of world.instances.keys()) world.launchNext(name, ({ env }) => ({ env: { ...env, PSA_FAILPOINTS: '' } }));
      if (deaths === 0) throw new Error('nobody died: the failpoints are not armed');
      return `${deaths} deaths at ${POINTS.join(', ')}`;
    }),
};

const deathsIn = (world: World) => world.endings.filter(({ ending }) => ending === 'SIGKILL').length;
