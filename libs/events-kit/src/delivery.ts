import type { Event, EventEnvelope } from '@psa/contract-kit';
import type { JsMsg } from 'nats';

/** An event as it came in. */
export interface DecodedEvent {
  readonly event: Event;
  readonly envelope: EventEnvelope;
  /** The span it belongs below. */
  readonly parent: string | null | undefined;
}

/** A message on its way through the effects of its event: the broker hears of it when all of them are through with it. */
export class Delivery {
  readonly message: JsMsg;
  readonly decoded: DecodedEvent;
  readonly #onSettled: (delivery: Delivery) => void;
  #open: number;
  #retryMs: number | undefined;

  /**
   * @param effects how many have to be through with it
   * @param onSettled is called when the broker has been told
   */
  constructor(message: JsMsg, decoded: DecodedEvent, effects: number, onSettled: (delivery: Delivery) => void) {
    this.message = message;
    this.decoded = decoded;
    this.#open = effects;
    this.#onSettled = onSettled;
  }

  /** Whether it was never delivered before. */
  get isFirst(): boolean {
    return this.message.info.redeliveryCount === 1;
  }

  get tenant(): string {
    return this.decoded.envelope.tenant;
  }

  /**
   * One of its effects is through with it.
   * @param retryMs after how many milliseconds it has to come again; not at all when absent
   */
  done(retryMs?: number): void {
    if (retryMs !== undefined) this.#retryMs = Math.min(this.#retryMs ?? retryMs, retryMs);
    this.#open -= 1;
    if (this.#open > 0) return;
    try {
      if (this.#retryMs === undefined) this.message.ack();
      else this.message.nak(this.#retryMs);
    } catch {
      // Without a connection there is nobody to tell; the broker delivers again.
    }
    this.#onSettled(this);
  }
}
