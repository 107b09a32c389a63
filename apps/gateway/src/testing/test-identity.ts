import { randomBytes, randomUUID } from 'node:crypto';
import { type AuthenticatedCaller, identityRpc, makeApiKey } from '@psa/contracts-identity';
import { rpcHandler, type RpcHandler, Broker, serveRpc } from '@psa/events-kit';
import { toApiError } from '@psa/http-kit';

/** A key and whom the stand-in of identity says it belongs to. */
export interface TestKey {
  readonly text: string;
  readonly caller: AuthenticatedCaller;
}

/** A session and whom the stand-in of identity says it is of. */
export interface TestSession {
  readonly token: string;
  readonly caller: AuthenticatedCaller;
}

/** Answers who a key or a session belongs to, and counts how often it was asked. */
export class TestIdentity {
  readonly broker: Broker;
  readonly #callers = new Map<string, AuthenticatedCaller>();
  readonly #sessions = new Map<string, AuthenticatedCaller>();
  /** Tenants whose keys it calls suspended. */
  readonly suspended = new Set<string>();
  /** Tokens of which it says that they contradict themselves. */
  readonly contradictory = new Set<string>();
  asked = 0;
  /** Name of the cookie that the last session was asked about with. */
  askedCookie: string | undefined = undefined;
  /** Takes its time, for questions that overlap. */
  delayMs = 0;
  #stopped = false;

  private constructor(broker: Broker) {
    this.broker = broker;
  }

  static async start(natsUrl: string): Promise<TestIdentity> {
    const identity = new TestIdentity(await Broker.connect({ url: natsUrl, name: 'test-identity' }));
    const answer: RpcHandler<object> = rpcHandler(identityRpc.authenticateApiKey, async ({ hash, tenant }) => {
      identity.asked++;
      const caller = identity.#callers.get(hash);
      await new Promise((resolve) => {
        setTimeout(resolve, identity.delayMs);
      });
      if (caller !== undefined && identity.suspended.has(caller.tenant)) return { caller: null, suspended: true };
      return { caller: caller === undefined || (tenant !== undefined && caller.tenant !== tenant) ? null : caller };
    });
    const answerSession: RpcHandler<object> = rpcHandler(identityRpc.authenticateSession, async ({ token, cookie_name, tenant }) => {
      identity.asked++;
      identity.askedCookie = cookie_name;
      const caller = identity.#sessions.get(token) ?? null;
      return {
        caller: caller !== null && tenant !== undefined && caller.tenant !== tenant ? null : caller,
        contradictory: identity.contradictory.has(token),
      };
    });
    for (const one of [answer, answerSession]) serveRpc(identity.broker, one as never, {}, toApiError, { error: () => {} });
    await identity.broker.connection.flush();
    return identity;
  }

  /** A valid key of a new caller, unless said otherwise. */
  newKey(given: Partial<AuthenticatedCaller> = {}): TestKey {
    const { text, hash } = makeApiKey();
    const caller: AuthenticatedCaller = {
      tenant: randomUUID(),
      user_id: randomUUID(),
      user_type: 'internal',
      client_id: null,
      credential: { type: 'api_key', id: randomUUID() },
      permissions: ['asset:read', 'asset:update', 'client:read'],
      key_rate_limit: null,
      tenant_rate_limit: null,
      expires_at: null,
      single_use: false,
      ...given,
    };
    this.#callers.set(hash, caller);
    return { text, caller };
  }

  /** A session of a new caller, unless said otherwise. @param length of its token */
  newSession(given: Partial<AuthenticatedCaller> = {}, length = 600): TestSession {
    const part = (bytes: number) => randomBytes(bytes).toString('base64url');
    const token = `${part(60)}..${part(12)}.${part(length)}.${part(24)}`;
    const { caller } = this.newKey({ credential: { type: 'session', id: randomUUID() }, ...given });
    this.#sessions.set(token, caller);
    return { token, caller };
  }

  /** The session is accepted again. */
  resume({ token, caller }: TestSession): void {
    this.#sessions.set(token, caller);
  }

  /** From now on the session is refused; nobody is told. */
  endSilently({ token }: TestSession): void {
    this.#sessions.delete(token);
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
