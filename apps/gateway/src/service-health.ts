import type { ServiceHealth } from '@psa/contracts-gateway';
import type { PeerFetch } from '@psa/http-kit';

const ANSWER_WITHIN_MS = 2_000;
const KEPT_MS = 1_000;

type Report = Readonly<Record<string, ServiceHealth>>;

/**
 * Makes the function that asks every service for a sign of life. Any answer is one: services have no open route to ask, and a
 * 404 takes the same way through them. Anybody may ask, so one look serves all who ask within a second.
 */
export function serviceHealth(services: ReadonlyMap<string, URL>, now: () => number, peerFetch: PeerFetch): () => Promise<Report> {
  let last: { at: number; report: Promise<Report> } | undefined;
  const look = async (): Promise<Report> =>
    Object.fromEntries(await Promise.all([...services].map(async ([name, url]) => [name, await askForLife(url, peerFetch)] as const)));
  return () => {
    if (last === undefined || now() - last.at > KEPT_MS) last = { at: now(), report: look() };
    return last.report;
  };
}

async function askForLife(url: URL, peerFetch: PeerFetch): Promise<ServiceHealth> {
  const started = performance.now();
  const elapsed = () => Math.round((performance.now() - started) * 10) / 10;
  try {
    const response = await peerFetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    return response.status < 500
      ? { status: 'up', latency: elapsed() }
      : { status: 'degraded', latency: elapsed(), message: `answers with ${response.status}` };
  } catch {
    return { status: 'down', message: 'does not answer' };
  }
}
