import type { EventName, PsaEvent } from './operation-types.ts';
import { pause, type Transport } from './transport.ts';

export interface EventFeedOptions<Name extends string = EventName> {
  /** Position to read on after: from the oldest event kept when absent, from now on when it is `latest`. */
  readonly after?: string;
  /** Names of events, or `<entity>.*`; all when absent. */
  readonly types?: readonly (Name | `${string}.*`)[];
  /** Only events about this row. */
  readonly subject?: string;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
  /** Pause when there is nothing new; 2000 ms when absent. */
  readonly pollMs?: number;
  /** Ends at the newest event instead of waiting for the next one. */
  readonly untilCurrent?: boolean;
}

interface FeedPage {
  readonly data: readonly PsaEvent[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

/** All that happens, in order and without gaps. Store {@link position} with what came of the events, and read on after it next time. */
export class EventFeed<Name extends string = EventName> implements AsyncIterable<PsaEvent<Name>> {
  readonly #transport: Transport;
  readonly #options: EventFeedOptions<Name>;
  #position: string | undefined;

  constructor(transport: Transport, options: EventFeedOptions<Name>) {
    this.#transport = transport;
    this.#options = options;
    this.#position = options.after;
  }

  /** Where to read on: it moves once all events of a page were taken, so that none is lost when the work breaks off in between. */
  get position(): string | undefined {
    return this.#position;
  }

  [Symbol.asyncIterator](): AsyncGenerator<PsaEvent<Name>, void, void> {
    return this.#read();
  }

  async *#read(): AsyncGenerator<PsaEvent<Name>, void, void> {
    const { types, subject, signal, pollMs = 2_000, untilCurrent = false } = this.#options;
    while (signal?.aborted !== true) {
      const query = { after: this.#position, limit: 500, type: types?.join(','), subject };
      const response = await this.#transport.send({
        method: 'GET',
        path: '/api/v1/events',
        query,
        ...(signal !== undefined && { signal }),
      });
      const { data, next_cursor, has_more } = (await response.json()) as FeedPage;
      for (const event of data) yield event as PsaEvent<Name>;
      this.#position = next_cursor;
      if (has_more) continue;
      if (untilCurrent) return;
      await pause(pollMs, signal).catch(() => {});
    }
  }
}
