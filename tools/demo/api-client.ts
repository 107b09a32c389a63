import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../local/refusal.ts';

export interface ApiClient {
  get(path: string): Promise<{ status: number; body: unknown }>;
  /** Creates something at most once per key, however often it is asked; returns what was created. */
  create(path: string, key: string, body: object): Promise<Record<string, unknown>>;
  change(path: string, body: object): Promise<void>;
}

const TRANSIENT = [429, 500, 502, 503, 504];
/** A 409 of this kind passes, any other stays. */
const IN_FLIGHT = 'REQUEST_IN_FLIGHT';
const GIVE_UP_MS = 20_000;

/** A small client of the public API, for tools that must not share code with what they talk to. */
export function apiClient({ baseUrl, apiKey, signal }: { baseUrl: string; apiKey: string; signal?: AbortSignal }): ApiClient {
  const send = async (path: string, init: RequestInit) => {
    const response = await fetch(baseUrl + path, {
      ...init,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...init.headers },
      signal: signal ?? null,
    });
    return { status: response.status, body: parse(await response.text()) };
  };
  const insist = async (path: string, init: RequestInit) => {
    const begun = Date.now();
    for (let pause = 25; ; pause = Math.min(pause * 2, 1_000)) {
      const { status, body } = await send(path, init);
      if (status < 300) return body;
      const mayPass = TRANSIENT.includes(status) || (status === 409 && errorCode(body) === IN_FLIGHT);
      if (!mayPass || Date.now() - begun > GIVE_UP_MS)
        throw new Refusal(`${init.method} ${path} was answered with ${status}: ${JSON.stringify(body)}`);
      await sleep(pause, undefined, { signal });
    }
  };
  return {
    get: (path) => send(path, {}),
    create: async (path, key, body) =>
      payload(await insist(path, { method: 'POST', headers: { 'idempotency-key': key }, body: JSON.stringify(body) })),
    change: async (path, body) => void (await insist(path, { method: 'PUT', body: JSON.stringify(body) })),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function errorCode(reply: unknown): string | undefined {
  return (reply as { error?: { code?: string } } | null)?.error?.code;
}

/** Resources come as `data`, those of the asset routes as `data.data`. */
function payload(reply: unknown): Record<string, unknown> {
  const { data } = reply as { data?: Record<string, unknown> };
  const inner = data?.data;
  return (typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : (data ?? {})) as Record<string, unknown>;
}
