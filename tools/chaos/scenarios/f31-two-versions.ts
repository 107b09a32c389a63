import { join } from 'node:path';
import { nodeFlags } from '../../local/node-flags.ts';
import { bundleOf } from '../../local/bundle-place.ts';
import { runMigrations } from '../../local/run-migrations.ts';
import { databaseServices, rolesOf, type Service, services } from '../../local/services.ts';
import { buildReleased, type ReleasedVersion } from '../released-version.ts';
import { type Scenario, underLoad } from '../scenario.ts';
import { SteadyReaders } from '../steady-readers.ts';
import type { World } from '../world.ts';

const PER_SECOND = 30;

export const twoVersions: Scenario = {
  id: 'F31',
  title: 'tables of the version released last become this one’s; both serve side by side on them, and one follows the other',
  world: { replicas: 2, env: { PSA_DRAIN_SECONDS: '5' } },
  async run(world, { short }) {
    const released = await buildReleased();
    try {
      await upgradeTables(world, released);
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

/** Brings a database as the released version left it to this one's. @throws Refusal with what failed */
async function upgradeTables(world: World, { bundles }: ReleasedVersion): Promise<void> {
  const name = 'released';
  await world.database.query(`create database ${name} encoding 'UTF8' template template0`);
  const environmentOf = (service: Service) => ({
    ...process.env,
    PSA_MIGRATION_DATABASE_URL: world.databaseUrl(undefined, name),
    PSA_DATABASE_URL: world.databaseUrl(rolesOf(service).app, name),
    PSA_WORKER_DATABASE_URL: world.databaseUrl(rolesOf(service).worker, name),
  });
  // One after the other: the released version gives up where it waits for locks of its other services for longer than some seconds.
  for (const service of databaseServices)
    await runMigrations([service], environmentOf, undefined, () => join(bundles, service.name, 'main.mjs'));
  await runMigrations(databaseServices, environmentOf, undefined, bundleOf);
}
