import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Bench } from '../bench/bench.ts';
import { measureBilling } from '../bench/billing/billing.ts';
import { measureCitus, type OnCitus, spreadTenants } from '../bench/citus.ts';
import { measureCore } from '../bench/core.ts';
import { measureDesk } from '../bench/desk/desk.ts';
import { measureEmail } from '../bench/email/email.ts';
import { endLoad } from '../bench/load.ts';
import type { Target } from '../bench/measure.ts';
import { type BenchReport, printReport, faultsOf } from '../bench/report.ts';
import type { KeyedTenant } from '../bench/requests.ts';
import { measureRules } from '../bench/rules/rules.ts';
import { seedAssets } from '../bench/seed.ts';
import { measureTime } from '../bench/time/time.ts';
import { measureWorkflows } from '../bench/workflows/workflows.ts';
import { claimPort } from './local/ports.ts';
import type { Home } from './local/home.ts';
import { PLAIN_SHAPE, type StackShape } from './local/stack-shape.ts';
import { type Stack, startStack } from './local/stack.ts';
import { createTemporaryHome, removeHome } from './local/temporary-home.ts';
import { callService } from './operator/call-service.ts';

const TENANTS = 20;
const MILLION = 1_000_000;
const BASELINES = 3;
const AREAS = ['core', 'time', 'desk', 'email', 'billing', 'rules', 'workflows'] as const;

const { values: options } = parseArgs({
  options: {
    json: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '32' },
    assets: { type: 'string', default: '5000' },
    large: { type: 'string', default: String(MILLION) },
    tickets: { type: 'string', default: String(MILLION) },
    clients: { type: 'string', default: '1000,10000' },
    waits: { type: 'string', default: '10000' },
    areas: { type: 'string', default: AREAS.join(',') },
    citus: { type: 'string' },
  },
});
const plan = { rounds: Number(options.rounds), seconds: Number(options.seconds), connections: Number(options.connections) };

const areas = options.areas.split(',').filter((name) => name !== '');
for (const area of areas)
  if (!(AREAS as readonly string[]).includes(area)) throw new Error(`--areas knows ${AREAS.join(', ')}, not ${area}`);

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
  const sizes = new Map(made.map(({ tenant }, index) => [tenant, index === TENANTS ? Number(options.large) : Number(options.assets)]));
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

async function startProduct(shape: StackShape = PLAIN_SHAPE): Promise<{ home: Home; stack: Stack }> {
  const home = createTemporaryHome('psa-bench-');
  undo.push(() => removeHome(home));
  const settings = { ...process.env, PSA_LOG_LEVEL: process.env['PSA_LOG_LEVEL'] ?? 'info', PSA_EGRESS_ALLOW: '127.0.0.0/8' };
  return { home, stack: await startStack(home, settings, (step) => undo.push(step), stop.signal, shape) };
}

function seed({ natsUrl, databaseUrl }: Stack): Promise<KeyedTenant[]> {
  console.log(`Seeding ${TENANTS} tenants of ${options.assets} assets and one of ${options.large} …`);
  return keyedTenants(natsUrl, databaseUrl);
}

/** The product once more, on the Citus cluster whose coordinator listens at a port of this machine, with its tenants spread over the nodes. */
async function startOnCitus(port: number): Promise<OnCitus> {
  const { home, stack } = await startProduct({ ...PLAIN_SHAPE, coordinatorPort: port });
  await spreadTenants(stack.databaseUrl);
  const tenants = await seed(stack);
  return {
    tenants: tenants.slice(0, TENANTS),
    product: {
      port: Number(new URL(stack.baseUrl).port),
      processes: { gateway: { pid: pidOf(home, 'gateway') }, service: { pid: pidOf(home, 'assets') } },
    },
  };
}

async function main(): Promise<void> {
  const { home, stack } = await startProduct();
  const tenants = await seed(stack);
  const postgres = { pid: pidOf(home, 'postgres'), withChildren: true };
  undo.push(endLoad);
  const bares: Target[] = [];
  for (let started = 0; started < BASELINES; started++) bares.push(await startBare(stack.databaseUrl, postgres));
  const bench: Bench = {
    tenants: tenants.slice(0, TENANTS),
    large: tenants[TENANTS]!,
    product: (service) => ({
      port: Number(new URL(stack.baseUrl).port),
      processes: { gateway: { pid: pidOf(home, 'gateway') }, service: { pid: pidOf(home, service) }, postgres },
    }),
    bares,
    plan,
    stack,
    pidOf: (name) => pidOf(home, name),
    undo,
  };
  const report: BenchReport = {
    ...(areas.includes('core') && { core: await measureCore(bench) }),
    ...(areas.includes('time') && { time: await measureTime(bench) }),
    ...(areas.includes('desk') && { desk: await measureDesk(bench, Number(options.tickets)) }),
    ...(areas.includes('email') && { email: await measureEmail(bench) }),
    ...(areas.includes('rules') && { rules: await measureRules(bench) }),
    ...(areas.includes('workflows') && { workflows: await measureWorkflows(bench, Number(options.waits)) }),
    ...(options.citus !== undefined && { citus: await measureCitus(bench, await startOnCitus(Number(options.citus))) }),
    ...(areas.includes('billing') && { billing: await measureBilling(bench, options.clients.split(',').map(Number)) }),
  };
  console.log(`\n${printReport(report)}`);
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
  const faults = faultsOf(report);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

try {
  await main();
} finally {
  for (const step of undo.reverse()) await step();
}
