import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@psa/test-kit';
import { clientTests } from '../clients/client-tests.ts';
import type { ProductAddress } from '../clients/product-address.ts';
import { guideTests } from '../guides/guide-tests.ts';
import { bundleOf } from '../local/bundle-place.ts';
import { bundleServices } from '../local/bundle-services.ts';
import { serviceEnvironment, type Wiring } from '../local/service-environment.ts';
import { services } from '../local/services.ts';
import { claimPort } from '../local/ports.ts';
import { loadSecrets } from '../local/secrets.ts';
import { doctorTests } from '../operator/doctor/doctor-tests.ts';
import { runbookTests } from '../operator/runbooks/runbook-tests.ts';
import { archiveTests } from '../operator/tenant-archive/archive-tests.ts';
import { erasureTests } from '../operator/user-erase/erase-tests.ts';
import { coreTests } from './core-tests.ts';
import { StartedProduct } from './started-product.ts';

/** The services in processes of their own behind a gateway, as `npm start` runs them; all in one with `PSA_TEST_PROCESSES=single`. */
describe('the product, as a consumer meets it', () => {
  let product: StartedProduct;
  beforeAll(async () => {
    product = await StartedProduct.start(process.env['PSA_TEST_PROCESSES'] === 'single' ? 'single' : 'many');
  }, 300_000);
  afterAll(() => product.stop(), 60_000);

  const get: StartedProduct['get'] = (...request) => product.get(...request);
  const operator: StartedProduct['operator'] = (...call) => product.operator(...call);
  const newTenant: StartedProduct['newTenant'] = (slug) => product.newTenant(slug);

  it('takes a revoked key back within five seconds on every gateway', async () => {
    const second = await secondGateway();
    const key = (await operator('admin.key-create', { tenant: product.acme.tenant })) as { api_key_id: string; api_key: string };
    const statuses = async () => [
      (await get('/api/v1/assets', key.api_key)).status,
      (await get('/api/v1/assets', key.api_key, second)).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    const revoked = await fetch(`${product.stack.baseUrl}/api/v1/api-keys/${key.api_key_id}`, {
      method: 'DELETE',
      headers: { 'x-api-key': product.acme.apiKey },
    });
    expect(revoked.status).toBe(204);
    await eventually(async () => {
      expect(await statuses()).toEqual([401, 401]);
      return true;
    }, 5_000);
  }, 60_000);

  it('rejects a suspended tenant and takes it in again', async () => {
    const brief = await newTenant('brief');
    const status = async () => (await get('/api/v1/assets', brief.apiKey)).status;
    expect(await status()).toBe(200);
    await operator('admin.tenant-suspend', { tenant: brief.tenant });
    await eventually(async () => (await status()) === 401, 5_000);
    await operator('admin.tenant-resume', { tenant: brief.tenant });
    await eventually(async () => (await status()) === 200, 5_000);
  }, 30_000);

  it('serves its reference from itself, without a foreign address', async () => {
    const page = await fetch(`${product.stack.baseUrl}/api/v1/meta/docs`);
    const html = await page.text();
    expect(page.headers.get('content-type')).toContain('text/html');
    const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(assets.length).toBeGreaterThan(1);
    for (const address of assets) {
      expect(address).not.toMatch(/^(?:https?:)?\/\//);
      expect((await fetch(new URL(address, page.url))).status).toBe(200);
    }
  });

  const address = (): ProductAddress => ({ baseUrl: product.stack.baseUrl, newKey: async (slug) => (await newTenant(slug)).apiKey });
  clientTests(address);
  guideTests(address);
  archiveTests(() => product.stack);
  erasureTests(() => product.stack);
  doctorTests(() => product);
  runbookTests(() => product);
  // Last: nothing of all this may have left a secret in a log.
  coreTests(() => product);

  /** One more replica on the same broker. */
  async function secondGateway(): Promise<string> {
    const first = services.find(({ name }) => name === 'gateway');
    if (first === undefined) throw new Error('there is no gateway');
    await bundleServices([first]);
    const ports = Object.fromEntries(services.map(({ name }) => [name, { http: product.portOf(name), admin: 0 }]));
    const [http, admin] = [await claimPort(18_480), await claimPort(18_481)];
    for (const claim of [http, admin]) claim.release();
    const roles: readonly string[] = [];
    const wiring: Wiring = {
      secrets: loadSecrets(product.home, roles),
      postgresPort: Number(new URL(product.stack.databaseUrl).port),
      natsUrl: product.stack.natsUrl,
      ports: { ...ports, gateway: { http: http.port, admin: admin.port } },
    };
    const gateway: ChildProcess = spawn(process.execPath, [bundleOf(first)], {
      env: serviceEnvironment(first, wiring, process.env),
      stdio: 'ignore',
    });
    product.beforeStop(async () => {
      gateway.kill();
      await once(gateway, 'exit');
    });
    const base = `http://127.0.0.1:${http.port}`;
    await eventually(async () => (await fetch(`${base}/healthz`)).ok, 20_000);
    return base;
  }
});
