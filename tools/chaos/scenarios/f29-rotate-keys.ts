import { setTimeout as sleep } from 'node:timers/promises';
import { loadSecrets, newPassword, newSigningKey } from '../../local/secrets.ts';
import { databaseRoles } from '../../local/services.ts';
import type { Outcome, Scenario } from '../scenario.ts';
import { SessionReader } from '../session-reader.ts';
import { SteadyReaders } from '../steady-readers.ts';
import type { World } from '../world.ts';

const PER_SECOND = 50;

/** As `docs/operations.md` says: each step is a rollout of every instance, complete before the next. */
const steps = <Secret>(old: Secret, next: Secret): Secret[][] => [[old, next], [next, old], [next]];

export const rotateKeys: Scenario = {
  id: 'F29',
  title: 'the key of tokens and the secret of sessions are exchanged under load, and nobody is refused',
  world: { replicas: 2, env: { PSA_DRAIN_SECONDS: '5' } },
  async run(world, { short }): Promise<Outcome> {
    const { tokenSigningKey, authSecret } = loadSecrets(world.home, databaseRoles);
    const readers = await SteadyReaders.start(world.target, PER_SECOND);
    const earlySession = await SessionReader.start(world.target.baseUrl, world.admin);
    const lateSessions: SessionReader[] = [];
    const rounds = short ? 1 : 3;
    let [key, secret] = [tokenSigningKey, authSecret];
    /** Sessions that were begun with them go on. */
    const former: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const [nextKey, nextSecret] = [newSigningKey(), newPassword() + newPassword()];
      for (const keys of steps(key, nextKey)) await rollOut(world, 'gateway', { PSA_TOKEN_SIGNING_KEY: JSON.stringify({ keys }) });
      // The last step waits until the longest session has ended: it is left out here, where sessions go on.
      for (const secrets of steps(secret, nextSecret).slice(0, 2)) {
        await rollOut(world, 'identity', { PSA_AUTH_SECRET: [...new Set([...secrets, ...former])].join(',') });
        lateSessions.push(await SessionReader.start(world.target.baseUrl, world.admin, 200));
      }
      former.push(secret);
      [key, secret] = [nextKey, nextSecret];
    }
    await sleep(2_000);
    const ended = await Promise.all([readers, earlySession, ...lateSessions].map((one) => one.stop()));
    const faults = ended.flatMap(({ failed }) => failed);
    return {
      faults,
      summary: `${rounds} exchanges of both, ${world.endings.length} restarts; ${ended.reduce((sum, { done }) => sum + done, 0)} requests by key and in ${lateSessions.length + 1} sessions, ${faults.length} failed`,
    };
  },
};

async function rollOut(world: World, service: string, changes: NodeJS.ProcessEnv): Promise<void> {
  for (const instance of [service, `${service}-2`]) await world.restart(instance, ({ env }) => ({ env: { ...env, ...changes } }));
}
