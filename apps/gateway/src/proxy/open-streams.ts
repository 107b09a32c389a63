import type { IncomingMessage } from 'node:http';
import { isRefusal } from '@psa/contract-kit';
import type { AuthenticatedCaller } from '@psa/contracts-identity';
import type { Authenticator } from '../authentication/authenticator.ts';
import type { CallerMemory } from '../authentication/forget-callers.ts';
import type { Exchange } from '../exchange.ts';

/** An event about a caller may be lost, and a key may run out without one. */
const RECHECK_MS = 5_000;

/**
 * The streams of events that pass through. A request is admitted once, and a stream goes on: it ends when its caller is no longer
 * who it was admitted as, and when this gateway stops. Whoever still may comes back with the last position.
 */
export class OpenStreams implements CallerMemory {
  readonly #authenticate: Authenticator;
  readonly #open = new Set<Exchange>();
  #recheck: NodeJS.Timeout | undefined;

  constructor(authenticate: Authenticator, recheckMs = RECHECK_MS) {
    this.#authenticate = authenticate;
    this.#recheck = setInterval(() => {
      for (const exchange of this.#open) this.#check(exchange);
    }, recheckMs).unref();
  }

  /** Keeps track of an answer until it is over. */
  add(exchange: Exchange, incoming: IncomingMessage): void {
    this.#open.add(exchange);
    exchange.endStream = () => {
      exchange.response.end();
      incoming.destroy();
    };
    exchange.response.once('close', () => {
      this.#open.delete(exchange);
      incoming.destroy();
    });
    // What the service broke off is broken off here as well.
    incoming.once('error', () => {
      if (!exchange.response.writableEnded) exchange.response.destroy();
    });
  }

  forget(matches: (caller: AuthenticatedCaller) => boolean): void {
    for (const exchange of this.#open) if (exchange.caller === undefined || matches(exchange.caller)) exchange.endStream?.();
  }

  close(): void {
    clearInterval(this.#recheck);
    for (const exchange of this.#open) exchange.endStream?.();
  }

  #check(exchange: Exchange): void {
    const { caller, presented } = exchange;
    // To ask for a key that counts its uses would use it up.
    if (caller === undefined || presented === undefined || caller.single_use === true) return;
    try {
      const found = this.#authenticate(presented);
      if (found === undefined || !('ask' in found)) return endUnlessSame(exchange, found);
      found.ask().then(
        (asked) => endUnlessSame(exchange, asked),
        (error: unknown) => endIfRefused(exchange, error),
      );
    } catch (error) {
      endIfRefused(exchange, error);
    }
  }
}

function endUnlessSame(exchange: Exchange, caller: AuthenticatedCaller | undefined): void {
  if (caller !== exchange.caller && JSON.stringify(caller) !== JSON.stringify(exchange.caller)) exchange.endStream?.();
}

/** That identity does not answer says nothing of the caller. */
function endIfRefused(exchange: Exchange, error: unknown): void {
  if (isRefusal(error)) exchange.endStream?.();
}
