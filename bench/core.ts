import type { Bench } from './bench.ts';
import { compare, type OperationResult } from './measure.ts';
import { proportionalMemory, untilIdle } from './processes.ts';
import type { CoreReport } from './report.ts';
import { type KeyedTenant, operations } from './requests.ts';
import { measureSignIns } from './sign-ins.ts';

/** Services that hear of assets. */
const CONSUMERS = ['automation', 'billing'];

/** Assets through the gateway against the baseline, a tenant of a million rows and sign-ins. */
export async function measureCore({ tenants, large, product, bares, plan, stack, pidOf, undo }: Bench): Promise<CoreReport> {
  const ops: OperationResult[] = [];
  // What other services make of the events takes the processors that the requests would have: that of rules is an area of its own.
  const others = CONSUMERS.map(pidOf);
  for (const pid of others) process.kill(pid, 'SIGSTOP');
  const resume = () => {
    for (const pid of others) process.kill(pid, 'SIGCONT');
  };
  undo.push(resume);
  for (const operation of operations(tenants)) {
    const result = await compare(operation, product('assets'), bares, plan);
    console.log(`${operation.op}: ${result.ratio.toFixed(2)} of the baseline`);
    ops.push(result);
  }
  resume();
  undo.splice(undo.indexOf(resume), 1);
  await untilIdle(others);
  const pss_mb = Object.fromEntries(
    ['gateway', 'identity', 'clients', 'assets', 'automation'].map((name) => [name, proportionalMemory(pidOf(name))]),
  );

  console.log('page 1 with total at 5k and at 1M rows …');
  const pageOf = (one: readonly KeyedTenant[]) => operations(one).find(({ op }) => op === 'list')?.product ?? [];
  const assets = product('assets');
  // Interleaved like the rest: the large tenant stands in the baseline's place.
  const pages = await compare({ op: 'page', product: pageOf([large]), bare: pageOf(tenants.slice(0, 1)) }, assets, [assets], plan);
  const small50 = await compare({ op: 'page', product: pageOf(tenants.slice(0, 1)), bare: pageOf([large]) }, assets, [assets], {
    ...plan,
    rounds: 1,
  });
  const total = (cpu: Readonly<Record<string, number>>) =>
    Object.entries(cpu)
      .filter(([name]) => name !== 'bare')
      .reduce((sum, [, value]) => sum + value, 0);
  const [first] = tenants as [KeyedTenant];
  console.log('sign-ins …');
  const sign_ins = await measureSignIns({
    baseUrl: stack.baseUrl,
    apiKey: first.apiKey,
    account: first.account,
    rounds: 5,
    seconds: 10,
    paths: first.assetIds.map((id) => `/api/v1/assets/${id}`),
  });
  return {
    ops,
    pss_mb,
    sign_ins,
    million_rows: {
      cpu_ratio: total(pages.cpu_us) / (pages.cpu_us['bare'] ?? Number.NaN),
      p50_ms: { small: small50.p50_ms, large: pages.p50_ms },
    },
  };
}
