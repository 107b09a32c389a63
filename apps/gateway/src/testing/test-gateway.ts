import { generateKeyPairSync } from 'node:crypto';
import type { Route } from '@psa/contract-kit';
import { createLog, type Log } from '@psa/observability-kit';
import { readSettings } from '@psa/service-kit';
import { takeNatsAccount } from '@psa/test-kit';
import { serviceNames } from '@psa/contracts-product';
import { gatewaySettings } from '../gateway-settings.ts';
import { type RunningGateway, startGateway } from '../start-gateway.ts';
import { TestIdentity, type TestKey } from './test-identity.ts';
import { testRoutes } from './test-routes.ts';
import { startUpstream, type TestUpstream } from './test-upstream.ts';

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
  readonly #isSecond: boolean;

  private constructor(
    running: RunningGateway,
    identity: TestIdentity,
    natsUrl: string,
    upstream: TestUpstream,
    clock: TestClock,
    isSecond: boolean,
  ) {
    this.running = running;
    this.identity = identity;
    this.natsUrl = natsUrl;
    this.upstream = upstream;
    this.clock = clock;
    this.#isSecond = isSecond;
  }

  static async start(options: TestGatewayOptions = {}): Promise<TestGateway> {
    const natsUrl = options.beside?.natsUrl ?? (await takeNatsAccount());
    const identity = options.beside?.identity ?? (await TestIdentity.start(natsUrl));
    const upstream = await startUpstream();
    const clock = new TestClock();
    const settings = readSettings(gatewaySettings, {
      PSA_HTTP_HOST: '127.0.0.1',
      PSA_HTTP_PORT: '0',
      PSA_ADMIN_PORT: '0',
      PSA_NATS_URL: natsUrl,
      PSA_TOKEN_SIGNING_KEY: JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })),
      ...Object.fromEntries(serviceNames.map((name) => [`PSA_${name.toUpperCase()}_URL`, upstream.url])),
      ...options.settings,
    });
    const running = await startGateway({
      settings,
      routes: options.routes ?? testRoutes,
      now: clock.now,
      checkReplies: 'throw',
      log: options.log ?? createLog('gateway', process.env['PSA_TEST_LOG'] ?? 'silent'),
    });
    return new TestGateway(running, identity, natsUrl, upstream, clock, options.beside !== undefined);
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
    if (!this.#isSecond) await this.identity.stop();
  }
}

/** A clock that runs like any other, and can be stopped and put forward. */
export class TestClock {
  #ahead = 0;
  #stoppedAt: number | undefined;
  readonly now = (): number => (this.#stoppedAt ?? Date.now()) + this.#ahead;

  /** For limits that fill again with time: on a slow machine more of it passes. */
  stop(): void {
    this.#stoppedAt = Date.now();
  }

  forward(milliseconds: number): void {
    this.#ahead += milliseconds;
  }
}
