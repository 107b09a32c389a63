import { randomUUID } from 'node:crypto';
import { type AuthenticatedCaller, identityQuestions, makeApiKey } from '@psa/contracts-identity';
import { answering, type Answering, Broker, serveAnswers } from '@psa/events-kit';
import { toApiError } from '@psa/http-kit';

/** A key and whom the stand-in of identity says it belongs to. */
export interface TestKey {
  readonly text: string;
  readonly caller: AuthenticatedCaller;
}

/** Answers who a key belongs to, and counts how often it was asked. */
export class TestIdentity {
  readonly broker: Broker;
  readonly #callers = new Map<string, AuthenticatedCaller>();
  asked = 0;
  /** Takes its time, for questions that overlap. */
  delayMs = 0;
  #stopped = false;

  private constructor(broker: Broker) {
    this.broker = broker;
  }

  static async start(natsUrl: string): Promise<TestIdentity> {
    const identity = new TestIdentity(await Broker.connect({ url: natsUrl, name: 'test-identity' }));
    const answer: Answering<object> = answering(identityQuestions.authenticateApiKey, async ({ hash, tenant }) => {
      identity.asked++;
      const caller = identity.#callers.get(hash);
      await new Promise((resolve) => { setTimeout(resolve, identity.delayMs); });
      return { caller: caller === undefined || (tenant !== undefined && caller.tenant !== tenant) ? null : caller };
    });
    serveAnswers(identity.broker, answer as never, {}, toApiError, { error: () => {} });
    await identity.broker.connection.flush();
    return identity;
  }

  /** A valid key of a new caller, unless said otherwise. */
  newKey(given: Partial<AuthenticatedCaller> = {}): TestKey {
    const { text, hash } = makeApiKey();
    const caller: AuthenticatedCaller = {
      tenant: randomUUID(), user_id: randomUUID(), user_type: 'internal', client_id: null, credential: { type: 'api_key', id: randomUUID() },
      permissions: ['asset:read', 'asset:update', 'client:read'], key_rate_limit: null, tenant_rate_limit: null, expires_at: null, single_use: false,
      ...given,
    };
    this.#callers.set(hash, caller);
    return { text, caller };
  }

  /** From now on the key is refused; nobody is told. */
  revokeSilently({ caller }: TestKey): void {
    for (const [hash, known] of this.#callers) if (known.credential.id === caller.credential.id) this.#callers.delete(hash);
  }

  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    await this.broker.close();
  }
}
