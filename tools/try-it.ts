import { parseArgs } from 'node:util';
import { Psa } from '@psa/sdk';
import { Refusal } from './local/refusal.ts';
import { startStack } from './local/stack.ts';
import { step } from './local/step.ts';
import { onStopRequest } from './local/stop-request.ts';
import { createTemporaryHome, removeHome } from './local/temporary-home.ts';
import { callService } from './operator/call-service.ts';
import { ContractLog } from './try-it/contract-log.ts';
import { steps } from './try-it/steps/index.ts';
import type { Trial } from './try-it/trial.ts';
import { startValidatingProxy } from './try-it/validating-proxy.ts';

/**
 * Plays a consumer of the API from end to end with the typed client, through a proxy that validates every request and answer against the
 * OpenAPI document the product serves: `npm run try-it`. It starts a product of its own and removes it afterwards, or uses a running one:
 * `npm run try-it -- --base-url http://127.0.0.1:8080 --api-key psa_…`, whose tenant keeps what the trial has made.
 */
const { values: options } = parseArgs({ options: { 'base-url': { type: 'string' }, 'api-key': { type: 'string' } } });
const signal = onStopRequest();
process.exit(await main());

interface Product {
  readonly baseUrl: string;
  readonly apiKey: string;
}

async function main(): Promise<number> {
  const undo: (() => Promise<void> | void)[] = [];
  const log = new ContractLog();
  try {
    const product = givenProduct() ?? (await startProduct((stop) => undo.push(stop)));
    const proxy = await step(
      'Prism',
      () => startValidatingProxy(product.baseUrl),
      ({ operations }) => `${operations} operations of ${product.baseUrl}/api/v1/meta/openapi`,
    );
    undo.push(() => proxy.stop());
    const { apiKey } = product;
    const { baseUrl } = proxy;
    const run = Date.now().toString(36);
    const trial: Trial = { psa: new Psa({ baseUrl, apiKey, fetch: log.fetch }), baseUrl, apiKey, run, log, signal };
    for (const { title, run: play } of steps) {
      signal.throwIfAborted();
      const begun = performance.now();
      console.log(`\n${title}`);
      console.log(`  ${await play(trial)} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
    }
  } catch (error) {
    if (signal.aborted) return 130;
    console.error(error instanceof Refusal ? error.message : error);
    process.exitCode = 1;
  } finally {
    for (const stop of undo.reverse()) await Promise.resolve(stop()).catch((error: unknown) => console.error(error));
  }
  for (const violation of log.violations.slice(0, 30)) console.log(`  VIOLATION ${violation}`);
  console.log(`\n${log.requests} requests, ${log.violations.length} violations of the OpenAPI document`);
  return process.exitCode === 1 || log.violations.length > 0 ? 1 : 0;
}

function givenProduct(): Product | undefined {
  const { 'base-url': baseUrl, 'api-key': apiKey } = options;
  if (baseUrl === undefined && apiKey === undefined) return undefined;
  if (baseUrl === undefined || apiKey === undefined) throw new Refusal('--base-url and --api-key belong together.', 2);
  return { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey };
}

async function startProduct(undo: (stop: () => Promise<void> | void) => void): Promise<Product> {
  const home = createTemporaryHome('psa-try-it-');
  undo(() => removeHome(home));
  // The receiver of the webhooks is on this machine.
  const stack = await startStack(home, { ...process.env, PSA_EGRESS_ALLOW: '127.0.0.0/8' }, undo, signal);
  const call = { natsUrl: stack.natsUrl, service: 'identity', method: 'admin.tenant-create', timeoutMs: 10_000 };
  const { apiKey } = (await callService({ ...call, data: { name: 'Try it', slug: 'try-it' } })) as { apiKey: string };
  return { baseUrl: stack.baseUrl, apiKey };
}
