import { blobSettings } from '@psa/blob-kit';
import { z } from 'zod';
import { Refusal } from '../local/refusal.ts';
import { FAULTY_EXIT_CODE } from './configuration-of.ts';

/** What the operator's commands take from the environment, beside what they hand on to services. */
const OPERATOR_SETTINGS = ['PSA_NATS_URL', 'PSA_NATS_ADMIN_URL', 'PSA_MIGRATION_DATABASE_URL', ...Object.keys(blobSettings)];

/**
 * The environment with the secrets that are given by files, as services take them: `<NAME>_FILE`, and the folder `PSA_SECRETS_DIR`.
 * @throws Refusal with the list of all that is wrong
 */
export async function operatorEnvironment(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (!env.PSA_SECRETS_DIR && !OPERATOR_SETTINGS.some((name) => env[`${name}_FILE`])) return env;
  // Loaded where it is needed: it brings all that a service consists of.
  const { readSettings } = await import('@psa/service-kit');
  const plain = Object.fromEntries(OPERATOR_SETTINGS.map((name) => [name, z.string().optional()]));
  try {
    const read = readSettings(plain, env) as Record<string, string | undefined>;
    return { ...env, ...Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) };
  } catch (error) {
    throw new Refusal((error as Error).message, FAULTY_EXIT_CODE);
  }
}
