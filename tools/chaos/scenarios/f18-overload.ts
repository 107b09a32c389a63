import { existsSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { describe, findCapacity, startCallers } from '../capacity.ts';
import type { OpenLoadMaker } from '../open-load/open-load.ts';
import type { OpenLoadResult } from '../open-load/open-load.worker.ts';
import { type Scenario, underLoad } from '../scenario.ts';

const TIMES_CAPACITY = 3;
const MIN_GOODPUT_SHARE = 0.8;
/** Of nineteen refusals in twenty. */
const MAX_REFUSAL_MS = 50;
const MAX_RECOVERY_MS = 10_000;
const ROUNDS = 3;
/** Load that the product carries with ease. */
const BASE_SHARE = 0.5;
/** Of that load, afterwards. */
const MIN_USEFUL_SHARE = 0.95;

interface Round {
  readonly atPeak: OpenLoadResult;
  readonly over: OpenLoadResult;
  readonly after: OpenLoadResult;
}

interface Seconds {
  readonly step: number;
  readonly peak: number;
  readonly over: number;
  readonly base: number;
}

export const overload: Scenario = {
  id: 'F18',
  title: 'callers of many tenants ask for three times what the product can do',
  async run(world, { short }) {
    const seconds: Seconds = short ? { step: 4, peak: 6, over: 10, base: 12 } : { step: 10, peak: 20, over: 60, base: 20 };
    const callers = await startCallers(world);
    const faults: string[] = [];
    const served = preferProcesses([callers.pid, world.pidOf('gateway')]);
    try {
      const outcome = await underLoad(
        world,
        async () => {
          const peak = await findCapacity(callers, seconds.step);
          const rounds: Round[] = [];
          // What the machine can do changes while others use it: the peak is taken again beside each overload. It is not raised by what an
          // overload got: the service that is asked for most refuses, and the cheaper answers of the others are more than a peak has.
          while (rounds.length < ROUNDS) rounds.push(await playRound(callers, peak, seconds));
          const { summary, faults: found } = judgeRounds(rounds, seconds);
          faults.push(...found);
          return `${summary}${served ? '' : ', no priority for the gateway and the load'}`;
        },
        { writers: 1, pauseMs: 200 },
      );
      return { faults: [...outcome.faults, ...faults], summary: outcome.summary };
    } finally {
      callers.close();
    }
  },
};

/** Steps of priority by which a process gets a processor almost whenever it wants one. */
const PREFERENCE = 10;

/**
 * Gives processes the processors before all others. The gateway has processors of its own where more is asked than can be served: gateways are scaled
 * first, and one without cannot refuse. A load maker that has to wait would take its own waiting for the product's.
 * @returns false where this user may not
 */
function preferProcesses(pids: readonly number[]): boolean {
  const priority = Math.max(constants.priority.PRIORITY_HIGHEST, getPriority() - PREFERENCE);
  try {
    for (const pid of pids) {
      setPriority(pid, priority);
      // Linux shares processors out among sessions first, and a priority counts within one alone: each service has a session of its own.
      const session = `/proc/${pid}/autogroup`;
      if (existsSync(session)) writeFileSync(session, String(priority));
    }
    return true;
  } catch {
    return false;
  }
}

async function playRound(callers: OpenLoadMaker, peak: number, seconds: Seconds): Promise<Round> {
  const atPeak = await callers.offer(peak, seconds.peak);
  console.log(`  ${peak.toFixed(0)}/s, the peak: ${describe(atPeak, seconds.peak)}`);
  const over = await callers.offer(TIMES_CAPACITY * peak, seconds.over);
  console.log(`  ${TIMES_CAPACITY} times the peak: ${describe(over, seconds.over)}`);
  const after = await callers.offer(BASE_SHARE * peak, seconds.base);
  console.log(`  ${BASE_SHARE} of the peak: ${describe(after, seconds.base)}, recovered after ${after.recoveredAfterMs} ms`);
  return { atPeak, over, after };
}

function judgeRounds(rounds: readonly Round[], seconds: Seconds): { summary: string; faults: string[] } {
  const faults: string[] = [];
  const mean = (read: (round: Round) => number) => rounds.reduce((sum, round) => sum + read(round), 0) / rounds.length;
  const peak = mean(({ atPeak }) => atPeak.useful / seconds.peak);
  const share = mean(({ over }) => over.useful / seconds.over) / peak;
  const refusalMs = mean(({ over }) => over.refusedP95Ms);
  const recoveryMs = Math.max(...rounds.map(({ after }) => after.recoveredAfterMs));
  if (share < MIN_GOODPUT_SHARE) faults.push(`goodput fell to ${(100 * share).toFixed(0)} % of the peak`);
  if (!(refusalMs <= MAX_REFUSAL_MS)) faults.push(`one refusal of twenty took more than ${refusalMs.toFixed(0)} ms`);
  if (recoveryMs > MAX_RECOVERY_MS) faults.push(`not recovered after ${(recoveryMs / 1000).toFixed(1)} s`);
  for (const { after } of rounds) {
    const usefulShare = after.useful / after.offered;
    if (usefulShare < MIN_USEFUL_SHARE) faults.push(`afterwards only ${(100 * usefulShare).toFixed(1)} % got a useful answer`);
  }
  for (const result of rounds.flatMap(({ over, after }) => [over, after])) {
    if (result.withoutRetryAfter > 0) faults.push(`${result.withoutRetryAfter} refusals do not say when to come back`);
    if (result.unanswered > 0) faults.push(`${result.unanswered} requests were not answered`);
    for (const [status, count] of Object.entries(result.unexpected)) faults.push(`${count} requests were answered ${status}`);
  }
  const summary =
    `peak ${peak.toFixed(0)}/s, ${(100 * share).toFixed(0)} % of it at ${TIMES_CAPACITY} times the load, ` +
    `refusals p95 ${refusalMs.toFixed(0)} ms, recovered after ${recoveryMs.toFixed(0)} ms at most`;
  return { summary, faults };
}
