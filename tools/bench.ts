import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measureAutomation } from '../bench/automation.ts';
import { endLoad } from '../bench/load.ts';
import { compare, type OperationResult, type Target } from '../bench/measure.ts';
import { proportionalMemory } from '../bench/processes.ts';
import { type BenchReport, printReport } from '../bench/report.ts';
import { type KeyedTenant, operations } from '../bench/requests.ts';
import { seedAssets } from '../bench/seed.ts';
import { measureSignIns } from '../bench/sign-ins.ts';
import { claimPort } from './local/ports.ts';
import type { Home } from './local/home.ts';
import { startStack } from './local/stack.ts';
import { createTemporaryHome, removeHome } from './local/temporary-home.ts';
import { callService } from './operator/call-service.ts';

const TENANTS = 20;
const ASSETS_A_TENANT = 5_000;
const MILLION = 1_000_000;
const BASELINES = 3;

const { values: options } = parseArgs({
  options: {
    json: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '32' },
    large: { type: 'string', default: String(MILLION) },
  },
});
const plan = { rounds: Number(options.rounds), seconds: Number(options.seconds), connections: Number(options.connections) };

const undo: (() => Promise<void> | void)[] = [];
const stop = new AbortController();
process.on('SIGINT', () => stop.abort());

function pidOf(home: Home, name: string): number {
  return Number(readFileSync(home.file('run', `${name}.pid`), 'utf8'));
}

/** A tenant as the operator makes one. */
type Made = KeyedTenant['account'] & { readonly tenant: string; readonly apiKey: string };

async function keyedTenants(natsUrl: string, databaseUrl: string): Promise<KeyedTenant[]> {
  const made: Made[] = [];
  for (let index = 0; index <= TENANTS; index++) {
    made.push(
      (await callService({
        natsUrl,
        service: 'identity',
        method: 'admin.tenant-create',
        data: { name: `Bench ${index}`, slug: `bench-${index}` },
        timeoutMs: 5_000,
      })) as Made,
    );
  }
  const sizes = new Map(made.map(({ tenant }, index) => [tenant, index === TENANTS ? Number(options.large) : ASSETS_A_TENANT]));
  const seeded = await seedAssets(databaseUrl, sizes);
  return seeded.map((one, index) => {
    const { apiKey, ...account } = made[index] as Made;
    return { ...one, apiKey, account };
  });
}

async function startBare(databaseUrl: string, postgres: Target['processes'][string]): Promise<Target> {
  const { port, release } = await claimPort(18_099);
  release();
  const bare = fork(new URL('../bench/bare-server.ts', import.meta.url), {
    env: { ...process.env, BARE_DATABASE_URL: databaseUrl, BARE_PORT: String(port) },
  });
  undo.push(() => {
    bare.kill();
  });
  await once(bare, 'message');
  return { port, processes: { bare: { pid: bare.pid ?? 0 }, postgres } };
}

async function main(): Promise<void> {
  const home = createTemporaryHome('psa-bench-');
  undo.push(() => removeHome(home));
  const stack = await startStack(
    home,
    { ...process.env, PSA_LOG_LEVEL: process.env['PSA_LOG_LEVEL'] ?? 'info', PSA_EGRESS_ALLOW: '127.0.0.0/8' },
    (step) => undo.push(step),
    stop.signal,
  );
  console.log(`Seeding ${TENANTS} tenants of ${ASSETS_A_TENANT} assets and one of ${options.large} …`);
  const tenants = await keyedTenants(stack.natsUrl, stack.databaseUrl);
  const [small, large] = [tenants.slice(0, TENANTS), tenants.slice(TENANTS)];

  const postgres = { pid: pidOf(home, 'postgres'), withChildren: true };
  const product: Target = {
    port: Number(new URL(stack.baseUrl).port),
    processes: { gateway: { pid: pidOf(home, 'gateway') }, service: { pid: pidOf(home, 'assets') }, postgres },
  };
  undo.push(endLoad);
  const bares: Target[] = [];
  for (let started = 0; started < BASELINES; started++) bares.push(await startBare(stack.databaseUrl, postgres));

  const ops: OperationResult[] = [];
  // What other services make of the events takes the processors that the requests would have: it is measured by itself below.
  const automation = pidOf(home, 'automation');
  process.kill(automation, 'SIGSTOP');
  undo.push(() => {
    process.kill(automation, 'SIGCONT');
  });
  for (const operation of operations(small)) {
    const result = await compare(operation, product, bares, plan);
    console.log(`${operation.op}: ${result.ratio.toFixed(2)} of the baseline`);
    ops.push(result);
  }
  process.kill(automation, 'SIGCONT');
  undo.pop();
  const pss_mb = Object.fromEntries(
    ['gateway', 'identity', 'clients', 'assets', 'automation'].map((name) => [name, proportionalMemory(pidOf(home, name))]),
  );

  console.log('page 1 with total at 5k and at 1M rows …');
  const pageOf = (one: readonly KeyedTenant[]) => operations(one).find(({ op }) => op === 'list')?.product ?? [];
  // Interleaved like the rest: the large tenant stands in the baseline's place.
  const pages = await compare({ op: 'page', product: pageOf(large), bare: pageOf(small.slice(0, 1)) }, product, [product], plan);
  const small50 = await compare({ op: 'page', product: pageOf(small.slice(0, 1)), bare: pageOf(large) }, product, [product], {
    ...plan,
    rounds: 1,
  });
  const total = (cpu: Readonly<Record<string, number>>) =>
    Object.entries(cpu)
      .filter(([name]) => name !== 'bare')
      .reduce((sum, [, value]) => sum + value, 0);
  const [first] = small as [KeyedTenant];
  console.log('sign-ins …');
  const sign_ins = await measureSignIns({
    baseUrl: stack.baseUrl,
    apiKey: first.apiKey,
    account: first.account,
    rounds: 5,
    seconds: 10,
    paths: first.assetIds.map((id) => `/api/v1/assets/${id}`),
  });
  console.log('rules …');
  const rules = await measureAutomation({
    baseUrl: stack.baseUrl,
    apiKey: first.apiKey,
    clientId: first.clientId,
    seconds: 10,
    databaseUrl: stack.databaseUrl,
    pids: { automation, postgres: postgres.pid, nats: pidOf(home, 'nats') },
  });
  const report: BenchReport = {
    ops,
    pss_mb,
    sign_ins,
    automation: rules,
    million_rows: {
      cpu_ratio: total(pages.cpu_us) / (pages.cpu_us['bare'] ?? Number.NaN),
      p50_ms: { small: small50.p50_ms, large: pages.p50_ms },
    },
  };
  console.log(`\n${printReport(report)}`);
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
  if (ops.some(({ failed }) => failed > 0)) process.exitCode = 1;
}

try {
  await main();
} finally {
  for (const step of undo.reverse()) await step();
}
