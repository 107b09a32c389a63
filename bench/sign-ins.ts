import { paced, percentile } from './pace.ts';

/** What signing in takes from everybody else. */
export interface SignInReport {
  readonly per_minute: number;
  /** p99 of paced reads without and with people signing in, in milliseconds, over all rounds together. */
  readonly p99_ms: Readonly<Record<'without' | 'with', number>>;
  /** The second against the first. */
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
const READS_A_SECOND = 200;

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
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const cookie = csrf.headers
      .getSetCookie()
      .map((text) => text.split(';', 1)[0])
      .join('; ');
    const { adminEmail: email, adminPassword: password, tenantSlug: tenant } = plan.account;
    const response = await fetch(`${plan.baseUrl}/api/auth/callback/credentials`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: new URLSearchParams({ csrfToken, email, password, tenant, userType: 'internal' }),
    });
    await response.arrayBuffer();
    if (!response.headers.getSetCookie().some((text) => text.includes('session-token'))) failed++;
  };
  const reads = () => paced(READS_A_SECOND, plan.seconds, read);

  await signIn();
  await reads();
  const times = { without: [] as number[], with: [] as number[] };
  for (let round = 0; round < plan.rounds; round++) {
    times.without.push(...(await reads()));
    const [besides] = await Promise.all([reads(), paced(SIGN_INS_A_MINUTE / 60, plan.seconds, signIn)]);
    times.with.push(...besides);
  }
  const p99_ms = { without: percentile(times.without, 0.99), with: percentile(times.with, 0.99) };
  return { per_minute: SIGN_INS_A_MINUTE, failed, p99_ms, ratio: p99_ms.with / p99_ms.without };
}
