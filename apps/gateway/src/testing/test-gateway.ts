import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSync } from 'node:crypto';
import type { Route } from '@psa/contract-kit';
import { type AuthenticatedCaller, identityQuestions, makeApiKey } from '@psa/contracts-identity';
import { answering, type Answering, Broker, serveAnswers } from '@psa/events-kit';
import { toApiError } from '@psa/http-kit';
import { createLog, type Log, readSettings } from '@psa/service-kit';
import { takeNatsAccount } from '@psa/test-kit';
import { gatewaySettings, upstreams } from '../gateway-settings.ts';
import { type RunningGateway, startGateway } from '../start-gateway.ts';
import { testRoutes } from './test-routes.ts';

/** A service behind the gateway, as far as a test needs one. */
export interface TestUpstream {
  readonly url: string;
  readonly server: Server;
  /** What arrived, oldest first. */
  readonly requests: IncomingMessage[];
  /** What answers; a test may replace it. */
  answer: RequestListener;
}

/** A key and whom the stand-in of identity says it belongs to. */
export interface TestKey {
  readonly text: string;
  readonly caller: AuthenticatedCaller;
}

export interface TestGatewayOptions {
  readonly settings?: Readonly<Record<string, string>>;
  readonly routes?: readonly Route[];
  readonly log?: Log;
  /** Share another gateway's broker account and identity: a second replica. */
  readonly beside?: TestGateway;
}

/** The gateway as in production, between real upstream servers and a stand-in that answers identity's one question over real NATS. */
export class TestGateway {
  readonly running: RunningGateway;
  readonly identity: TestIdentity;
  readonly natsUrl: string;
  readonly upstream: TestUpstream;
  readonly clock: TestClock;

  private constructor(running: RunningGateway, identity: TestIdentity, natsUrl: string, upstream: TestUpstream, clock: TestClock) {
    this.running = running;
    this.identity = identity;
    this.natsUrl = natsUrl;
    this.upstream = upstream;
    this.clock = clock;
  }

  static async start(options: TestGatewayOptions = {}): Promise<TestGateway> {
    const natsUrl = options.beside?.natsUrl ?? await takeNatsAccount();
    const identity = options.beside?.identity ?? await TestIdentity.start(natsUrl);
    const upstream = await startUpstream();
    const clock = new TestClock();
    const settings = readSettings(gatewaySettings, {
      PSA_HTTP_HOST: '127.0.0.1', PSA_HTTP_PORT: '0', PSA_ADMIN_PORT: '0', PSA_NATS_URL: natsUrl,
      PSA_TOKEN_SIGNING_KEY: JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })),
      ...Object.fromEntries(upstreams.map((name) => [`PSA_${name.toUpperCase()}_URL`, upstream.url])),
      ...options.settings,
    });
    const running = await startGateway({
      settings, routes: options.routes ?? testRoutes, now: clock.now, checkReplies: 'throw',
      log: options.log ?? createLog('gateway', process.env['PSA_TEST_LOG'] ?? 'silent'),
    });
    return new TestGateway(running, identity, natsUrl, upstream, clock);
  }

  /** Sends a request with a key; null sends none. */
  fetch(path: string, key: TestKey | null, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (key !== null) headers.set('x-api-key', key.text);
    return fetch(new URL(path, this.running.url), { redirect: 'manual', ...init, headers });
  }

  async stop(): Promise<void> {
    await this.running.stop();
    this.upstream.server.closeAllConnections();
    this.upstream.server.close();
    await this.identity.stop();
  }
}

/** A clock that runs like any other and can be put forward. */
export class TestClock {
  #ahead = 0;
  readonly now = (): number => Date.now() + this.#ahead;

  forward(milliseconds: number): void {
    this.#ahead += milliseconds;
  }
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

/** A server that answers with what it got. */
export async function startUpstream(): Promise<TestUpstream> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    upstream.answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const upstream: TestUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, requests,
    answer: (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() }));
      });
    },
  };
  return upstream;
}
