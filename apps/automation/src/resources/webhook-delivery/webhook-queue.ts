import type { DeliveryRateLimit } from '@psa/contracts-automation';
import type { DueWebhook } from './due-webhooks.ts';
import type { Receiver } from './receiver.ts';

/** Max requests under way to a healthy receiver, and to one that has yet to show that it answers quickly. */
const MAX_IN_FLIGHT_WHEN_HEALTHY = 10;
const MAX_IN_FLIGHT_WHEN_UNPROVEN = 1;

/** A receiver that takes longer to answer does not count as healthy. */
const QUICK_MS = 2_000;

/** Changes to a webhook take effect within this time. */
const RECEIVER_AGE_MS = 1_000;

/** One webhook's deliveries as far as this process makes them: requests under way, room for more, rate limit. */
export class WebhookQueue {
  readonly due: DueWebhook;
  inFlight = 0;
  /** Whether deliveries are being claimed for it; another call comes after that. */
  filling = false;
  calledAgain = false;
  /** There was no room when it was called the last time. */
  waiting = false;
  /** The receiver's last answer was a quick success. */
  isHealthy = false;
  usedAt = 0;
  #receiver: Receiver | undefined;
  #loadedAt = -Infinity;
  #tokens: { left: number; at: number } | undefined;

  constructor(due: DueWebhook) {
    this.due = due;
  }

  /** Requests that may be begun beside those under way, as far as the receiver is concerned. */
  get room(): number {
    return (this.isHealthy ? MAX_IN_FLIGHT_WHEN_HEALTHY : MAX_IN_FLIGHT_WHEN_UNPROVEN) - this.inFlight;
  }

  ended(delivered: boolean, milliseconds: number): void {
    this.inFlight--;
    this.isHealthy = delivered && milliseconds < QUICK_MS;
    // A failure may have paused or stopped it.
    if (!delivered) this.forgetReceiver();
  }

  /** Reads the webhook again before the next request. */
  forgetReceiver(): void {
    this.#receiver = undefined;
  }

  async receiver(load: () => Promise<Receiver | undefined>, now: number): Promise<Receiver | undefined> {
    if (this.#receiver === undefined || now - this.#loadedAt > RECEIVER_AGE_MS) {
      this.#receiver = await load();
      this.#loadedAt = now;
    }
    return this.#receiver;
  }

  /**
   * How many of the wanted requests the receiver's rate limit lets through now.
   * @param now in milliseconds
   */
  allowed(wanted: number, { enabled, requests_per_minute, burst_limit }: DeliveryRateLimit, now: number): number {
    if (!enabled) return wanted;
    const burst = burst_limit ?? Math.max(1, Math.floor(requests_per_minute / 10));
    const { left, at } = this.#tokens ?? { left: burst, at: now };
    this.#tokens = { left: Math.min(burst, left + ((now - at) / 60_000) * requests_per_minute), at: now };
    return Math.min(wanted, Math.floor(this.#tokens.left));
  }

  /** Counts requests against the rate limit. */
  spend(requests: number): void {
    if (this.#tokens !== undefined) this.#tokens.left -= requests;
  }
}
