import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Target {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** What was acknowledged with 2xx, and so must be there whatever happens, and what should never have been answered. */
export class Acknowledged {
  readonly assets = new Map<string, string>();
  readonly clients = new Map<string, string>();
  /** Requests that were not answered 2xx at first and were sent again under their key. */
  retries = 0;
  requests = 0;
  readonly faults: string[] = [];
}

export interface Workload {
  readonly seen: Acknowledged;
  /** Lets the requests under way end; each is repeated until it is acknowledged. */
  stop(): Promise<void>;
}

const RETRY_PAUSE_MS = 50;
const GIVE_UP_MS = 90_000;
/** A client that waits longer has been let down: a dead service is answered for within this time. */
const DEADLINE_MS = 35_000;
/** Everything that may be sent again: in flight, limited, or not to be had now. */
const AGAIN = new Set([409, 429, 503, 504]);

/** Starts writers that create clients, rename them, and create assets at them. @param pauseMs of each writer between two requests */
export function startWorkload(target: Target, writers: number, pauseMs = 10): Workload {
  const seen = new Acknowledged();
  let stopped = false;
  const running = Promise.all(Array.from({ length: writers }, (_, writer) => write(target, () => stopped, seen, writer, pauseMs)));
  return {
    seen,
    async stop() {
      stopped = true;
      await running;
    },
  };
}

async function write(target: Target, stopped: () => boolean, seen: Acknowledged, writer: number, pauseMs: number): Promise<void> {
  const run = randomUUID().slice(0, 8);
  const made = await persist(target, 'POST', '/api/v1/clients', { client_name: `Chaos ${run} ${writer}`, billing_cycle: 'monthly' }, seen);
  const { client_id } = JSON.parse(made).data as { client_id: string };
  seen.clients.set(client_id, `Chaos ${run} ${writer}`);
  for (let step = 0; !stopped(); step++) {
    if (step % 5 === 4) {
      const client_name = `Chaos ${run} ${writer} step ${step}`;
      await persist(target, 'PUT', `/api/v1/clients/${client_id}`, { client_name }, seen);
      seen.clients.set(client_id, client_name);
    } else {
      const asset_tag = `CHAOS-${run}-${writer}-${step}`;
      const key = randomUUID();
      const body = { client_id, asset_type: 'server', asset_tag, name: asset_tag, status: 'active' };
      const created = await persist(target, 'POST', '/api/v1/assets', body, seen, key);
      const { data } = JSON.parse(created).data as { data: { asset_id: string } };
      seen.assets.set(data.asset_id, asset_tag);
      // Under the same key the answer is the same, byte for byte, also from another process.
      if (step % 10 === 0 && (await persist(target, 'POST', '/api/v1/assets', body, seen, key)) !== created)
        seen.faults.push(`asset ${asset_tag}: the repeated request was answered otherwise`);
    }
    await sleep(pauseMs);
  }
}

/** Sends a request until it is acknowledged; the key makes the repeats of a write harmless. @returns the answer's text */
export async function persist(
  target: Target,
  method: string,
  path: string,
  body: object,
  seen: Acknowledged,
  key: string = randomUUID(),
): Promise<string> {
  const end = Date.now() + GIVE_UP_MS;
  for (;;) {
    const begun = Date.now();
    seen.requests++;
    try {
      const response = await fetch(target.baseUrl + path, {
        method,
        ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(DEADLINE_MS),
        headers: {
          'content-type': 'application/json',
          'x-api-key': target.apiKey,
          ...(method === 'POST' ? { 'idempotency-key': key } : {}),
        },
      });
      const text = await response.text();
      if (response.ok) return text;
      const wrong = complaint(response);
      if (wrong !== undefined) seen.faults.push(`${method} ${path} ${wrong}: ${text.slice(0, 300)}`);
      if (!AGAIN.has(response.status) && response.status < 500)
        throw new Error(`${method} ${path} was refused with ${response.status}: ${text.slice(0, 300)}`);
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') seen.faults.push(`${method} ${path} had no answer after ${Date.now() - begun} ms`);
      else if (!(error instanceof TypeError)) throw error;
      // Without an answer at all: the gateway itself was gone.
    }
    if (Date.now() > end) throw new Error(`${method} ${path} was not acknowledged within ${GIVE_UP_MS / 1000} s`);
    seen.retries++;
    await sleep(RETRY_PAUSE_MS);
  }
}

/** I9: no 5xx but 503 and 504, and 503 says when to come back. */
function complaint({ status, headers }: Response): string | undefined {
  if (status >= 500 && status !== 503 && status !== 504) return `was answered ${status}`;
  if (status === 503 && headers.get('retry-after') === null) return 'was answered 503 without Retry-After';
  return undefined;
}
