import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../local/refusal.ts';

export interface ApiClient {
  get(path: string): Promise<{ status: number; body: unknown }>;
  /** Creates something at most once per key, however often it is asked; returns what was created. */
  create(path: string, key: string, body: object, options?: CreateOptions): Promise<Record<string, unknown>>;
}

export interface CreateOptions {
  /** The body names something that another service created a moment ago and this one may not have heard of. */
  refersToNews?: boolean;
}

const TRANSIENT = [409, 425, 429, 500, 502, 503, 504];
const NOT_KNOWN_YET = [400, 404, 422];
const GIVE_UP_MS = 20_000;

/** A small client of the public API, for tools that must not share code with what they talk to. */
export function apiClient({ baseUrl, apiKey, signal }: { baseUrl: string; apiKey: string; signal?: AbortSignal }): ApiClient {
  const send = async (path: string, init: RequestInit) => {
    const response = await fetch(baseUrl + path, {
      ...init, headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...init.headers }, signal: signal ?? null,
    });
    return { status: response.status, body: parse(await response.text()) };
  };
  return {
    get: (path) => send(path, {}),
    async create(path, key, body, { refersToNews = false } = {}) {
      const init = { method: 'POST', headers: { 'idempotency-key': key }, body: JSON.stringify(body) };
      const begun = Date.now();
      for (let pause = 25; ; pause = Math.min(pause * 2, 1_000)) {
        const { status, body: reply } = await send(path, init);
        if (status < 300) return payload(reply);
        const mayPass = TRANSIENT.includes(status) || (refersToNews && NOT_KNOWN_YET.includes(status));
        if (!mayPass || Date.now() - begun > GIVE_UP_MS) throw new Refusal(`POST ${path} was answered with ${status}: ${JSON.stringify(reply)}`);
        await sleep(pause, undefined, { signal });
      }
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Resources come as `data`, those of the asset routes as `data.data`. */
function payload(reply: unknown): Record<string, unknown> {
  const { data } = reply as { data?: Record<string, unknown> };
  const inner = data?.data;
  return (typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : (data ?? {})) as Record<string, unknown>;
}
