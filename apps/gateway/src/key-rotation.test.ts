import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { AuthenticatedCaller } from '@psa/contracts-identity';
import { principalVerifier } from '@psa/http-kit';
import { readSettings } from '@psa/service-kit';
import { gatewaySettings } from './gateway-settings.ts';
import { InternalTokens } from './internal-tokens.ts';

const newKey = () => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
const setting = gatewaySettings.PSA_TOKEN_SIGNING_KEY;

const caller = (): AuthenticatedCaller =>
  ({
    tenant: randomUUID(),
    user_id: randomUUID(),
    user_type: 'internal',
    credential: { type: 'api_key', id: randomUUID() },
    client_id: null,
    permissions: [],
  }) as unknown as AuthenticatedCaller;

describe('the rotation of the signing key', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.close();
    server?.closeAllConnections();
  });

  it('refuses no request of two gateways that are replaced one after the other, step by step', async () => {
    const [old, next] = [newKey(), newKey()];
    const gateway = (...keys: object[]) => {
      const { PSA_TOKEN_SIGNING_KEY } = readSettings(
        { PSA_TOKEN_SIGNING_KEY: setting },
        { PSA_TOKEN_SIGNING_KEY: JSON.stringify(keys.length === 1 ? keys[0] : { keys }) },
      );
      return InternalTokens.create(PSA_TOKEN_SIGNING_KEY, [], Date.now);
    };
    const gateways = [await gateway(old), await gateway(old)];
    let fetches = 0;
    server = createServer((_, response) => {
      // Whichever gateway the address leads to.
      const { publicKeys } = gateways[fetches++ % gateways.length] as InternalTokens;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: publicKeys }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const keySet = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const services = [principalVerifier('assets', keySet), principalVerifier('clients', keySet)] as const;

    const failures: unknown[] = [];
    let verified = 0;
    let isRotating = true;
    const load = async (): Promise<void> => {
      while (isRotating) {
        for (const tokens of gateways) {
          for (const [index, name] of (['assets', 'clients'] as const).entries()) {
            const authorization = await tokens.bearer(caller(), name);
            await Promise.resolve(services[index as 0 | 1](authorization)).then(
              () => verified++,
              (error: unknown) => failures.push(error),
            );
          }
        }
        await turn();
      }
    };
    const loads = [load(), load(), load()];
    const settled = async () => {
      const from = verified;
      while (verified < from + 20) await turn();
    };
    await settled();
    for (const keys of [[old, next], [next, old], [next]]) {
      for (const index of gateways.keys()) {
        gateways[index] = await gateway(...keys);
        await settled();
      }
    }
    isRotating = false;
    await Promise.all(loads);
    expect(failures).toEqual([]);
    expect(gateways[0]?.publicKeys.map(({ x }) => x)).toEqual([next.x]);
  });
});
