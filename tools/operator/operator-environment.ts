import { z } from 'zod';
import { Refusal } from '../local/refusal.ts';
import { FAULTY_EXIT_CODE } from './configuration-of.ts';

/** What the operator's commands take from the environment, beside what they hand on to services and what blobs are kept by. */
const OPERATOR_SETTINGS = ['PSA_NATS_URL', 'PSA_NATS_ADMIN_URL', 'PSA_MIGRATION_DATABASE_URL'];

const SETTING_BY_FILE = /^PSA_\w+_FILE$/;

/**
 * The environment with the secrets that are given by files, as services take them: `<NAME>_FILE`, and the folder `PSA_SECRETS_DIR`.
 * @throws Refusal with the list of all that is wrong
 */
export async function operatorEnvironment(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (!env.PSA_SECRETS_DIR && !Object.keys(env).some((name) => SETTING_BY_FILE.test(name) && env[name])) return env;
  // Loaded where they are needed: they bring all that a service consists of.
  const [{ readSettings }, { blobSettings }] = await Promise.all([import('@psa/service-kit'), import('@psa/blob-kit')]);
  const plain = Object.fromEntries([...OPERATOR_SETTINGS, ...Object.keys(blobSettings)].map((name) => [name, z.string().optional()]));
  try {
    const read = readSettings(plain, env) as Record<string, string | undefined>;
    return { ...env, ...Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) };
  } catch (error) {
    throw new Refusal((error as Error).message, FAULTY_EXIT_CODE);
  }
}
