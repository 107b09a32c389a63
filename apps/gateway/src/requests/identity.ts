import { identityQuestions } from '@psa/contracts-identity';
import { ask, type Broker } from '@psa/events-kit';
import { unavailable } from '@psa/http-kit';
import type { AskForCaller } from '../authentication/caller-cache.ts';

/** Asks the identity service whom a key belongs to. Whatever keeps it from answering is no fault of the key: 503, never 401. */
export function askIdentity(broker: Broker, log: { warn(details: object, message: string): void }): AskForCaller {
  return async ({ key_id, hash }, tenant) => {
    try {
      const { caller } = await ask(broker, identityQuestions.authenticateApiKey, { key_id, hash, ...(tenant === undefined ? {} : { tenant }) });
      return caller;
    } catch (error) {
      log.warn({ err: error }, 'identity did not answer');
      throw unavailable('The identity service did not answer');
    }
  };
}
