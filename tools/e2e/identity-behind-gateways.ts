import { serviceNames } from '@psa/contracts-product';
import { generateKeyPairSync } from 'node:crypto';
import { createLog } from '@psa/observability-kit';
import { readSettings } from '@psa/service-kit';
import { TestService } from '@psa/test-kit';
import { gatewaySettings } from '../../apps/gateway/src/gateway-settings.ts';
import { type RunningGateway, startGateway } from '../../apps/gateway/src/start-gateway.ts';
import { identityService } from '../../apps/identity/src/identity-service.ts';
import { aTenant, type MadeTenant } from '../../apps/identity/src/testing/make.ts';
import { claimAnyPort } from '../local/ports.ts';

export interface IdentityBehindGatewaysOptions {
  /** Of the identity service. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly gatewaySettings?: Readonly<Record<string, string>>;
  /** Stand-ins for the outside world. */
  readonly ports?: object;
  readonly gateways?: number;
}

/** The identity service behind real gateways, in one process: as browsers and programs meet it. */
export class IdentityBehindGateways {
  readonly identity: TestService;
  readonly gateways: readonly RunningGateway[];
  /** Address of the first gateway, which is the public one. */
  readonly url: string;
  readonly #release: () => void;

  private constructor(identity: TestService, gateways: readonly RunningGateway[], url: string, release: () => void) {
    this.identity = identity;
    this.gateways = gateways;
    this.url = url;
    this.#release = release;
  }

  static async start(options: IdentityBehindGatewaysOptions = {}): Promise<IdentityBehindGateways> {
    // Claimed before anything runs: identity has to know where it will be reached.
    const { port, release } = await claimAnyPort();
    const url = `http://127.0.0.1:${port}`;
    const identity = await TestService.start(identityService, {
      settings: { PSA_PUBLIC_URL: url, PSA_JWKS_URL: `${url}/.well-known/jwks.json`, ...options.settings },
      ...(options.ports === undefined ? {} : { ports: options.ports }),
    });
    const signingKey = JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));
    const start = (gatewayPort: number) =>
      startGateway({
        log: createLog('gateway', process.env['PSA_TEST_LOG'] ?? 'silent'),
        checkReplies: 'throw',
        settings: readSettings(gatewaySettings, {
          PSA_HTTP_HOST: '127.0.0.1',
          PSA_HTTP_PORT: String(gatewayPort),
          PSA_ADMIN_PORT: '0',
          PSA_NATS_URL: identity.natsUrl,
          PSA_PUBLIC_URL: url,
          PSA_TOKEN_SIGNING_KEY: signingKey,
          ...Object.fromEntries(serviceNames.map((name) => [`PSA_${name.toUpperCase()}_URL`, identity.running.url])),
          ...options.gatewaySettings,
        }),
      });
    const gateways = [await start(port)];
    while (gateways.length < (options.gateways ?? 1)) gateways.push(await start(0));
    return new IdentityBehindGateways(identity, gateways, url, release);
  }

  aTenant(given: { slug?: string; admin_email?: string } = {}): Promise<MadeTenant> {
    return aTenant(this.identity, given);
  }

  async stop(): Promise<void> {
    for (const gateway of this.gateways) await gateway.stop();
    await this.identity.stop();
    this.#release();
  }
}
