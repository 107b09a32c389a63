import { type Broker, hintSubject } from '@psa/events-kit';
import { z } from 'zod';
import type { BucketLimit } from './token-bucket.ts';

const HERE = `${hintSubject('gateway')}.here`;
const SPENT = `${hintSubject('gateway')}.spent`;

const HERE_EVERY_MS = 5_000;
const GONE_AFTER_MS = 15_000;
/** How long spending is gathered while there is plenty left of what is spent from; else the others are told at once. */
const GATHER_MS = 20;

export type BucketKind = 'key' | 'tenant';

const Spent = z.object({
  from: z.string(),
  spent: z
    .array(z.tuple([z.enum(['key', 'tenant']), z.string(), z.int().min(1), z.number(), z.number()]))
    .describe('Whose, how many, and their limit: burst and per minute'),
});
type Entry = z.infer<typeof Spent>['spent'][number];

/** What is charged for what was spent elsewhere. */
export interface Buckets {
  charge(kind: BucketKind, id: string, requests: number, limit: BucketLimit): void;
}

/**
 * Lets the gateways of one product spend from one limit: each tells the others what callers have spent with it. What is told
 * while nobody hears is lost, and the limit then holds for each gateway alone. A gateway that is the only one tells nothing.
 */
export class RateLimitSync {
  readonly #broker: Broker;
  readonly #id = crypto.randomUUID();
  readonly #peers = new Map<string, number>();
  readonly #gathered = new Map<string, Entry>();
  readonly #announcing: NodeJS.Timeout;
  #telling: NodeJS.Timeout | NodeJS.Immediate | undefined;
  #isUrgent = false;

  constructor(broker: Broker, buckets: Buckets, log: { warn(details: object, message: string): void }) {
    this.#broker = broker;
    broker.listen(HERE, (id) => this.#greet(id));
    broker.listen(SPENT, (text) => {
      const message = parse(text);
      if (message === undefined) log.warn({ subject: SPENT }, 'what another gateway says of its spending cannot be read');
      else if (message.from !== this.#id)
        for (const [kind, id, requests, burst, perMinute] of message.spent) buckets.charge(kind, id, requests, { burst, perMinute });
    });
    this.#announcing = setInterval(() => this.#announce(), HERE_EVERY_MS).unref();
    this.#announce();
  }

  /** Notes one request. @param isLow whether little is left, so that each one counts */
  note(kind: BucketKind, id: string, { burst, perMinute }: BucketLimit, isLow: boolean): void {
    if (this.#peers.size === 0) return;
    const name = `${kind}:${id}`;
    this.#gathered.set(name, [kind, id, (this.#gathered.get(name)?.[2] ?? 0) + 1, burst, perMinute]);
    if (this.#telling !== undefined && (this.#isUrgent || !isLow)) return;
    this.#stopTelling();
    this.#isUrgent = isLow;
    this.#telling = isLow ? setImmediate(() => this.#tell()) : setTimeout(() => this.#tell(), GATHER_MS);
  }

  close(): void {
    clearInterval(this.#announcing);
    this.#stopTelling();
  }

  #tell(): void {
    this.#telling = undefined;
    const message: z.input<typeof Spent> = { from: this.#id, spent: [...this.#gathered.values()] };
    this.#gathered.clear();
    this.#broker.tell(SPENT, JSON.stringify(message));
  }

  #stopTelling(): void {
    clearTimeout(this.#telling as NodeJS.Timeout | undefined);
    clearImmediate(this.#telling as NodeJS.Immediate | undefined);
    this.#telling = undefined;
  }

  #announce(): void {
    for (const [id, heardAt] of this.#peers) if (performance.now() - heardAt > GONE_AFTER_MS) this.#peers.delete(id);
    this.#broker.tell(HERE, this.#id);
  }

  /** A newcomer is told at once that it is not alone. */
  #greet(id: string): void {
    if (id === this.#id) return;
    const isNew = !this.#peers.has(id);
    this.#peers.set(id, performance.now());
    if (isNew) this.#broker.tell(HERE, this.#id);
  }
}

function parse(text: string): z.infer<typeof Spent> | undefined {
  try {
    return Spent.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
