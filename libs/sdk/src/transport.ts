import { errorOf, PsaError } from './psa-error.ts';

/** Where the API is, who calls it, and how patiently. */
export interface PsaOptions {
  /** Address of the gateway, without `/api`. */
  readonly baseUrl: string;
  /** Key of the user in whose name the client acts. */
  readonly apiKey: string;
  /** Further attempts after a failure that may pass; 4 when absent. */
  readonly maxRetries?: number;
  /** How long one attempt may take; 30000 when absent. */
  readonly timeoutMs?: number;
  /** Longest pause between two attempts, also when the API asks for a longer one; 60000 when absent. */
  readonly maxPauseMs?: number;
  /** Takes the place of the global fetch. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A request that is not sent yet. */
export interface Outgoing {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  readonly signal?: AbortSignal;
}

const FIRST_PAUSE_MS = 250;
/** Statuses after which the same request may succeed. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/** Sends requests, and sends them again where the failure may pass and a repetition does no harm. */
export class Transport {
  readonly #baseUrl: string;
  readonly #apiKey: string;
  readonly #maxRetries: number;
  readonly #timeoutMs: number;
  readonly #maxPauseMs: number;
  readonly #fetch: typeof globalThis.fetch;

  constructor({ baseUrl, apiKey, maxRetries = 4, timeoutMs = 30_000, maxPauseMs = 60_000, fetch = globalThis.fetch }: PsaOptions) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#apiKey = apiKey;
    this.#maxRetries = maxRetries;
    this.#timeoutMs = timeoutMs;
    this.#maxPauseMs = maxPauseMs;
    this.#fetch = (input, init) => fetch(input, init);
  }

  /** The answer to a request, once it is none that may pass. @throws PsaError */
  async send(outgoing: Outgoing): Promise<Response> {
    const isRepeatable = outgoing.method !== 'POST' || outgoing.headers?.['idempotency-key'] !== undefined;
    for (let attempt = 0; ; attempt++) {
      const error = await this.#attempt(outgoing);
      if (error instanceof Response) return error;
      outgoing.signal?.throwIfAborted();
      const mayPass = error.status === 0 || PASSING.has(error.status) || error.code === 'REQUEST_IN_FLIGHT';
      // A refusal by a limit comes before the request was looked at.
      if (!mayPass || !(isRepeatable || error.status === 429) || attempt >= this.#maxRetries) throw error;
      const backoff = FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random() / 2);
      if ((error.retryAfterMs ?? 0) > this.#maxPauseMs) throw error;
      await pause(Math.min(Math.max(error.retryAfterMs ?? 0, backoff), this.#maxPauseMs), outgoing.signal);
    }
  }

  async #attempt({ method, path, query, headers, body, signal }: Outgoing): Promise<Response | PsaError> {
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    try {
      const response = await this.#fetch(`${this.#baseUrl}${path}${queryString(query)}`, {
        method,
        headers: { 'x-api-key': this.#apiKey, accept: 'application/json', ...headers },
        ...(body !== undefined && { body }),
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      return response.ok || response.status === 304 ? response : await errorOf(response);
    } catch (cause) {
      const code = timeout.aborted ? 'TIMEOUT' : 'NETWORK_ERROR';
      const message = timeout.aborted ? `No answer within ${this.#timeoutMs} ms` : 'The API could not be reached';
      return new PsaError(
        { status: 0, code, message, details: [], requestId: undefined, retryAfterMs: undefined, body: undefined },
        { cause },
      );
    }
  }
}

function queryString(query: Readonly<Record<string, unknown>> = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
      if (one !== undefined && one !== null) parameters.append(name, String(one));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** Waits, unless the signal ends it. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
