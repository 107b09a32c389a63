import { permissions } from '@psa/contract-kit';
import { identityQuestions } from '@psa/contracts-identity';
import { ask, type Broker } from '@psa/events-kit';
import { unavailable } from '@psa/http-kit';
import type { AskForCaller } from '../authentication/caller-cache.ts';

/** Parsed anew for each key, the same few hundred names would fill the cache. */
const names = new Map<string, string>(permissions.map(({ name }) => [name, name]));

/** Asks the identity service whom a key belongs to. Whatever keeps it from answering is no fault of the key: 503, never 401. */
export function askIdentity(broker: Broker, log: { warn(details: object, message: string): void }): AskForCaller {
  return async ({ key_id, hash }, tenant) => {
    try {
      const { caller } = await ask(broker, identityQuestions.authenticateApiKey, { key_id, hash, ...(tenant === undefined ? {} : { tenant }) });
      return caller && { ...caller, permissions: caller.permissions.map((name) => names.get(name) ?? name) };
    } catch (error) {
      log.warn({ err: error }, 'identity did not answer');
      throw unavailable('The identity service did not answer');
    }
  };
}
