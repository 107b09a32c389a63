import { randomUUID } from 'node:crypto';

export interface Target {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** What was acknowledged with 2xx, and so must be there whatever happens. */
export interface Acknowledged {
  readonly assets: Map<string, string>;
  readonly clients: Map<string, string>;
  /** Requests that were not answered 2xx at first and were sent again under their key. */
  retries: number;
}

const PAUSE_MS = 50;
const GIVE_UP_MS = 60_000;

/** Sends a write until it is acknowledged; the key makes the repeats harmless. */
async function persist(target: Target, method: string, path: string, body: object, seen: Acknowledged): Promise<Record<string, unknown>> {
  const key = randomUUID();
  const end = Date.now() + GIVE_UP_MS;
  for (;;) {
    try {
      const response = await fetch(target.baseUrl + path, {
        method, body: JSON.stringify(body), signal: AbortSignal.timeout(10_000),
        headers: { 'content-type': 'application/json', 'x-api-key': target.apiKey, ...(method === 'POST' ? { 'idempotency-key': key } : {}) },
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as Record<string, unknown>;
      // Anything that is neither success nor "try again" is a finding of its own.
      if (![409, 429, 502, 503, 504].includes(response.status)) throw new Unexpected(`${method} ${path} answered ${response.status}: ${text}`);
    } catch (error) {
      if (error instanceof Unexpected || Date.now() > end) throw error;
    }
    seen.retries++;
    await new Promise((resolve) => { setTimeout(resolve, PAUSE_MS); });
  }
}

class Unexpected extends Error {}

/** Creates clients, renames them, and creates assets at them, until told to stop. */
export async function writeUntil(target: Target, stopped: () => boolean, seen: Acknowledged, writer: number): Promise<void> {
  const made = await persist(target, 'POST', '/api/v1/clients', { client_name: `Chaos ${writer}`, billing_cycle: 'monthly' }, seen);
  const { client_id } = made['data'] as { client_id: string };
  seen.clients.set(client_id, `Chaos ${writer}`);
  for (let step = 0; !stopped(); step++) {
    if (step % 5 === 4) {
      const client_name = `Chaos ${writer} step ${step}`;
      await persist(target, 'PUT', `/api/v1/clients/${client_id}`, { client_name }, seen);
      seen.clients.set(client_id, client_name);
    } else {
      const asset_tag = `CHAOS-${writer}-${step}`;
      const created = await persist(target, 'POST', '/api/v1/assets', { client_id, asset_type: 'server', asset_tag, name: asset_tag, status: 'active' }, seen);
      const { data } = created['data'] as { data: { asset_id: string } };
      seen.assets.set(data.asset_id, asset_tag);
    }
    await new Promise((resolve) => { setTimeout(resolve, 10); });
  }
}
