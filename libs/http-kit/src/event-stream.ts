import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** One server-sent event. */
export interface StreamEvent {
  /** Position in the stream: a caller that reconnects sends the last one as `Last-Event-ID`. */
  readonly id?: string;
  /** Type of the event; `message` when absent. */
  readonly event?: string;
  /** Any text; line ends are kept. Without it only the position moves on. */
  readonly data?: string;
}

/** Answers with server-sent events, for as long as there are any and the caller stays. */
export class EventStream {
  readonly events: (ended: AbortSignal) => AsyncIterable<StreamEvent>;

  /** @param events yields what is sent, and ends soon after the signal says that the caller is gone or the service stops */
  constructor(events: EventStream['events']) {
    this.events = events;
  }
}

/** Caches, compression and buffers on the way would hold events back. */
export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;

/** Shorter than any timeout on the way that looks for signs of life. */
const HEARTBEAT_MS = 15_000;
/** When to come back after the stream has ended. */
const RECONNECT = 'retry: 2000\n\n';

/** Whether the caller asks for a stream rather than a page. */
export function wantsEventStream(accept: string | string[] | undefined): boolean {
  return String(accept ?? '')
    .split(',')
    .some((range) => range.split(';', 1)[0]?.trim().toLowerCase() === 'text/event-stream');
}

/**
 * Writes the events of a stream as they come; the head is out already.
 * @param stopping ends the stream in good order, so that the caller comes back elsewhere
 */
export async function writeEvents(
  response: ServerResponse,
  stream: EventStream,
  stopping?: AbortSignal,
  heartbeatMs = HEARTBEAT_MS,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const ended = stopping === undefined ? gone.signal : AbortSignal.any([gone.signal, stopping]);
  response.write(RECONNECT);
  const heartbeat = setInterval(() => response.write(': still here\n\n'), heartbeatMs);
  try {
    if (ended.aborted || response.destroyed) return;
    for await (const event of stream.events(ended)) {
      if (ended.aborted) break;
      // A caller that reads slowly is waited for, not buffered for.
      if (!response.write(renderEvent(event))) await once(response, 'drain', { signal: ended }).catch(() => {});
    }
  } finally {
    clearInterval(heartbeat);
  }
  response.end();
}

/** One event as it goes over the wire. */
export function renderEvent({ id, event, data }: StreamEvent): string {
  const lines = (data?.split(/\r\n|\r|\n/) ?? []).map((line) => `data: ${line}\n`);
  return `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}${lines.join('')}\n`;
}
