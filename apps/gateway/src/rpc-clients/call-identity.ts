import { permissions } from '@psa/contract-kit';
import { type ApiKeyParts, type AuthenticatedCaller, identityRpc } from '@psa/contracts-identity';
import { callRpc, type Broker } from '@psa/events-kit';
import { unavailable } from '@psa/http-kit';
import type { AskForCaller } from '../authentication/caller-cache.ts';
import { ContradictorySession } from '../authentication/contradictory-session.ts';
import type { SessionCredential } from '../authentication/session-authenticator.ts';

interface Log {
  warn(details: object, message: string): void;
}

/** Parsed anew for each key, the same few hundred names would fill the cache. */
const names = new Map<string, string>(permissions.map(({ name }) => [name, name]));

/** Asks the identity service whom a key belongs to. Whatever keeps it from answering is no fault of the key: 503, never 401. */
export function askIdentity(broker: Broker, log: Log): AskForCaller<ApiKeyParts> {
  return async ({ key_id, hash }, tenant) => {
    const asked = { key_id, hash, ...(tenant === undefined ? {} : { tenant }) };
    const { caller, suspended } = await orUnavailable(callRpc(broker, identityRpc.authenticateApiKey, asked), log);
    return suspended === true ? 'suspended' : caller && withSharedNames(caller);
  };
}

/** Asks the identity service whose session a token stands for, in the same way. @throws ContradictorySession */
export function askIdentityOfSession(broker: Broker, log: Log): AskForCaller<SessionCredential> {
  return async ({ token, cookieName }, tenant) => {
    const asked = { token, ...(cookieName === undefined ? {} : { cookie_name: cookieName }), ...(tenant === undefined ? {} : { tenant }) };
    const { caller, contradictory } = await orUnavailable(callRpc(broker, identityRpc.authenticateSession, asked), log);
    if (contradictory) throw new ContradictorySession();
    return caller && withSharedNames(caller);
  };
}

async function orUnavailable<T>(answer: Promise<T>, log: Log): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    log.warn({ err: error }, 'identity did not answer');
    throw unavailable('The identity service did not answer');
  }
}

function withSharedNames(caller: AuthenticatedCaller): AuthenticatedCaller {
  return { ...caller, permissions: caller.permissions.map((name) => names.get(name) ?? name) };
}
