import { load } from './load.ts';
import { cpuTime } from './processes.ts';
import type { Operation } from './requests.ts';

/** A server under test and the processes that do its work. */
export interface Target {
  readonly port: number;
  /** Process ids by the name they are reported under; Postgres counts with its children. */
  readonly processes: Readonly<Record<string, { readonly pid: number; readonly withChildren?: boolean }>>;
}

export interface Round {
  readonly per_second: number;
  readonly cpu_us: Readonly<Record<string, number>>;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly failed: number;
}

export interface OperationResult {
  readonly op: string;
  /** Requests per second against the baseline's of the same round; median of the rounds. */
  readonly ratio: number;
  /** CPU per request in microseconds, by process. */
  readonly cpu_us: Readonly<Record<string, number>>;
  readonly per_second: number;
  readonly bare_per_second: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly failed: number;
}

export interface Load {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

const WARM_SECONDS = 5;
/** Warm when so many rounds in a row were no cheaper than the cheapest before by this factor, or given up on as noise. */
const WARM_ROUNDS_ALIKE = 2;
const CHEAPER = 0.97;
const WARM_ROUNDS_MOST = 12;

async function round(target: Target, requests: readonly string[], { seconds, connections }: Load): Promise<Round> {
  const read = () =>
    Object.fromEntries(Object.entries(target.processes).map(([name, { pid, withChildren }]) => [name, cpuTime(pid, withChildren)]));
  const before = read();
  const result = await load({ host: '127.0.0.1', port: target.port, connections, seconds, requests });
  const after = read();
  const cpu_us = Object.fromEntries(Object.keys(before).map((name) => [name, ((after[name] ?? 0) - (before[name] ?? 0)) / result.done]));
  return { per_second: result.done / result.seconds, cpu_us, p50_ms: result.p50_ms, p99_ms: result.p99_ms, failed: result.failed };
}

/**
 * Puts product and baseline under the same load in turn, A B A B, and compares within each round: the machine's speed drifts.
 * @param bares processes of the baseline, each of which takes its turn: of equal processes one may cost a fifth more than the next
 */
export async function compare(operation: Operation, product: Target, bares: readonly Target[], plan: Load): Promise<OperationResult> {
  await warmUp(product, operation.product, plan);
  for (const bare of bares) await warmUp(bare, operation.bare, plan);
  const rounds: { product: Round; bare: Round }[] = [];
  for (let index = 0; index < plan.rounds; index++) {
    const bare = bares[index % bares.length] as Target;
    rounds.push({ product: await round(product, operation.product, plan), bare: await round(bare, operation.bare, plan) });
  }
  const over = (read: (round: { product: Round; bare: Round }) => number) => median(rounds.map(read));
  return {
    op: operation.op,
    ratio: over((one) => one.product.per_second / one.bare.per_second),
    cpu_us: {
      ...Object.fromEntries(Object.keys(product.processes).map((name) => [name, over((one) => one.product.cpu_us[name] ?? 0)])),
      bare: over((one) => Object.values(one.bare.cpu_us).reduce((sum, value) => sum + value, 0)),
    },
    per_second: over((one) => one.product.per_second),
    bare_per_second: over((one) => one.bare.per_second),
    p50_ms: over((one) => one.product.p50_ms),
    p99_ms: over((one) => one.product.p99_ms),
    failed: rounds.reduce((sum, one) => sum + one.product.failed + one.bare.failed, 0),
  };
}

/**
 * Loads a target until a request gets no cheaper. On two busy cores V8 has little time beside the requests to compile what they
 * run: for half a minute they may cost twice what they do in all the days after.
 */
async function warmUp(target: Target, requests: readonly string[], plan: Load): Promise<void> {
  let best = Number.POSITIVE_INFINITY;
  let since = 0;
  for (let done = 0; done < WARM_ROUNDS_MOST && since < WARM_ROUNDS_ALIKE; done++) {
    const { cpu_us } = await round(target, requests, { ...plan, seconds: WARM_SECONDS });
    const cost = Object.values(cpu_us).reduce((sum, value) => sum + value, 0);
    since = cost < best * CHEAPER ? 0 : since + 1;
    best = Math.min(best, cost);
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
