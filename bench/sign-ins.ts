import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './measure.ts';

/** What signing in takes from everybody else. */
export interface SignInReport {
  readonly per_minute: number;
  /** p99 of paced reads without and with people signing in, in milliseconds; medians of the rounds. */
  readonly p99_ms: Readonly<Record<'without' | 'with', number>>;
  /** The second against the first, of the same round. */
  readonly ratio: number;
  readonly failed: number;
}

export interface SignInPlan {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Paths that are read in turn. */
  readonly paths: readonly string[];
  readonly account: { readonly tenantSlug: string; readonly adminEmail: string; readonly adminPassword: string };
  readonly rounds: number;
  readonly seconds: number;
}

const SIGN_INS_A_MINUTE = 200;
const READS_A_SECOND = 100;

/** Reads at an even pace, in turn without and with people signing in. */
export async function measureSignIns(plan: SignInPlan): Promise<SignInReport> {
  let failed = 0;
  const read = async (index: number): Promise<number> => {
    const begun = performance.now();
    const response = await fetch(plan.baseUrl + plan.paths[index % plan.paths.length], { headers: { 'x-api-key': plan.apiKey } });
    await response.arrayBuffer();
    if (!response.ok) failed++;
    return performance.now() - begun;
  };
  const signIn = async () => {
    const csrf = await fetch(`${plan.baseUrl}/api/auth/csrf`);
    const { csrfToken } = await csrf.json() as { csrfToken: string };
    const cookie = csrf.headers.getSetCookie().map((text) => text.split(';', 1)[0]).join('; ');
    const { adminEmail: email, adminPassword: password, tenantSlug: tenant } = plan.account;
    const response = await fetch(`${plan.baseUrl}/api/auth/callback/credentials`, {
      method: 'POST', redirect: 'manual', headers: { cookie }, body: new URLSearchParams({ csrfToken, email, password, tenant, userType: 'internal' }),
    });
    await response.arrayBuffer();
    if (!response.headers.getSetCookie().some((text) => text.includes('session-token'))) failed++;
  };
  const paced = async <T>(perSecond: number, work: (index: number) => Promise<T>): Promise<T[]> => {
    const started = performance.now();
    const all: Promise<T>[] = [];
    for (let index = 0; index < perSecond * plan.seconds; index++) {
      const wait = started + index * 1000 / perSecond - performance.now();
      if (wait > 0) await sleep(wait);
      all.push(work(index));
    }
    return Promise.all(all);
  };
  const p99 = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;

  await signIn();
  await paced(READS_A_SECOND, read);
  const rounds: { without: number; with: number }[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    const without = p99(await paced(READS_A_SECOND, read));
    const [times] = await Promise.all([paced(READS_A_SECOND, read), paced(SIGN_INS_A_MINUTE / 60, signIn)]);
    rounds.push({ without, with: p99(times) });
  }
  return {
    per_minute: SIGN_INS_A_MINUTE, failed, ratio: median(rounds.map((round) => round.with / round.without)),
    p99_ms: { without: median(rounds.map((round) => round.without)), with: median(rounds.map((round) => round.with)) },
  };
}
