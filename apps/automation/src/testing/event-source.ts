import { signToken, type TestCaller } from '@psa/test-kit';

export interface SourceEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** A caller's stream of server-sent events, read as the standard says. */
export class EventSource {
  readonly events: SourceEvent[] = [];
  readonly status: number;
  readonly headers: Headers;
  /** Position to come back with. */
  lastEventId = '';
  text = '';
  /** Settles when the stream is over: true in good order, false when it broke off. */
  readonly ended: Promise<boolean>;
  readonly #abort: AbortController;

  private constructor(response: Response, abort: AbortController) {
    this.status = response.status;
    this.headers = response.headers;
    this.#abort = abort;
    this.ended = this.#read(response).then(
      () => true,
      () => false,
    );
  }

  static async open(baseUrl: string, who: TestCaller, query = '', headers: Record<string, string> = {}): Promise<EventSource> {
    const abort = new AbortController();
    const authorization = `Bearer ${await signToken(who, 'automation')}`;
    return new EventSource(
      await fetch(`${baseUrl}/api/v1/events${query}`, {
        headers: { accept: 'text/event-stream', authorization, ...headers },
        signal: abort.signal,
      }),
      abort,
    );
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.ended;
  }

  async #read(response: Response): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of response.body ?? []) {
      const text = decoder.decode(chunk, { stream: true });
      this.text += text;
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
    }
  }

  #take(block: string): void {
    const lines = block
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith(':'))
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
    const value = (name: string) =>
      lines
        .filter(([field]) => field === name)
        .map(([, text]) => text)
        .join('\n');
    if (lines.some(([field]) => field === 'id')) this.lastEventId = value('id');
    if (lines.some(([field]) => field === 'data')) this.events.push({ id: this.lastEventId, event: value('event'), data: value('data') });
  }
}
