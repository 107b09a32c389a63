import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { assertOutsideTransaction } from '@psa/postgres-kit';
import type { Agent, Dispatcher } from 'undici';
import { checkEgressUrl } from './check-url.ts';
import { EgressError, toEgressError } from './egress-error.ts';
import type { EgressPolicy } from './egress-policy.ts';

export interface EgressRequest {
  readonly method?: Dispatcher.HttpMethod;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For the whole call; 10 s when absent. */
  readonly timeoutMs?: number;
  /** Bytes of the answer at most; 64 KiB when absent. */
  readonly maxBytes?: number;
  /** What an answer that is longer gives: an error, or its beginning. */
  readonly whenTooLarge?: 'fail' | 'cut';
}

export interface EgressResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export interface EgressOptions {
  readonly policy: EgressPolicy;
  /** Finds the addresses of a host; the system's resolver when absent. */
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
  /** Connections to one origin at most; 16 when absent. More calls at once wait, and their time runs. */
  readonly connections?: number;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;
const CONNECTIONS = 16;

/**
 * The one way to an address that a user chose. Every connection goes to an address that was vetted as it was looked up, so a
 * name that leads elsewhere the second time gains nothing; redirects are answers like any other and are not followed.
 */
export class Egress {
  readonly #policy: EgressPolicy;
  readonly #resolve: NonNullable<EgressOptions['resolve']>;
  readonly #connections: number;
  #agent: Agent | undefined;

  constructor({ policy, resolve = resolveBySystem, connections = CONNECTIONS }: EgressOptions) {
    this.#policy = policy;
    this.#resolve = resolve;
    this.#connections = connections;
  }

  /** @throws EgressError when there is no answer; any status is one */
  async request(url: string | URL, options: EgressRequest = {}): Promise<EgressResponse> {
    assertOutsideTransaction('A call to the internet');
    const { method = 'GET', headers = {}, body, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, whenTooLarge = 'fail' } = options;
    const target = checkEgressUrl(url, this.#policy);
    // Loaded on first use: a service that calls nobody saves 10 MB. By its default: in a bundle, CommonJS has no other export.
    const {
      default: { Agent, request },
    } = await import('undici');
    this.#agent ??= new Agent({
      connect: { lookup: vettingLookup(this.#policy, this.#resolve), timeout: 5_000 },
      connections: this.#connections,
      allowH2: false,
    });
    try {
      const answer = await request(target, {
        dispatcher: this.#agent,
        method,
        headers,
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined ? {} : { body }),
      });
      return { status: answer.statusCode, headers: answer.headers, body: await readAtMost(answer.body, maxBytes, whenTooLarge) };
    } catch (error) {
      throw toEgressError(error);
    }
  }

  /** Closes the connections that are kept open. */
  async close(): Promise<void> {
    await this.#agent?.close();
  }
}

async function readAtMost(
  stream: AsyncIterable<Buffer> & { destroy(): void },
  maxBytes: number,
  whenTooLarge: 'fail' | 'cut',
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size <= maxBytes) continue;
    // Leaving the loop destroys the stream: the rest is not read.
    if (whenTooLarge === 'cut') break;
    throw new EgressError('too_large', `The answer is longer than ${maxBytes} bytes`);
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** Looks a host up and refuses it unless every one of its addresses may be called: a mixed answer is a trick or a mistake. */
function vettingLookup(policy: EgressPolicy, resolve: NonNullable<EgressOptions['resolve']>): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname)
      .then((addresses) => {
        const host = hostname.toLowerCase().replace(/\.$/, '');
        const [first] = addresses;
        if (first === undefined) throw new EgressError('dns', 'The host name could not be resolved');
        if (!addresses.every(({ address }) => policy.allowsAddress(address, host))) {
          throw new EgressError('forbidden', 'must be reachable from the public internet');
        }
        if (options.all === true)
          callback(
            null,
            addresses.map(({ address, family }) => ({ address, family })),
          );
        else callback(null, first.address, first.family);
      })
      .catch((error: unknown) => callback(error as NodeJS.ErrnoException, ''));
  };
}

/** Asks as every program of the machine does: its own names and its search list count. */
export async function resolveBySystem(host: string): Promise<readonly ResolvedAddress[]> {
  return systemLookup(host, { all: true });
}
