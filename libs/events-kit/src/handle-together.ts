import type { Event } from '@psa/contract-kit';
import { type Database, isUnmet, recordInInbox, recordUnlessFound, type RequestContext, TenantTx, together } from '@psa/postgres-kit';
import { causeOf } from './cause-of.ts';
import type { ConsumerOptions, Outcome } from './consumer-options.ts';
import type { DecodedEvent, Delivery } from './delivery.ts';
import { failpoint } from './failpoint.ts';
import { type AskInterest, everyInterest, type Interest, type Interests } from './interests.ts';
import { everyPart, type HasPart } from './subscription.ts';

/** Max events per transaction, and how long it may take, in milliseconds: it holds locks. */
export const MAX_BATCH_SIZE = 64;
const BATCH_BUDGET_MS = 100;
/** Max events of one tenant that are recorded in the inbox by one statement. */
const INBOX_BATCH_SIZE = 16;
/** How long one of several effects may wait for a lock, and all of them may take: what takes longer is then done apart. */
const [LOCK_WAIT_MS, PATIENCE_MS] = [400, 1_000];

export type MakeTransaction = (context: RequestContext) => TenantTx<never>;

/** What the effects of a tenant's events have found out, by effect and type of event. */
export type Findings = Map<string, Promise<unknown>>;

/** An effect as far as it happens together with others. */
export interface JoinedEffect {
  readonly name: string;
  /** Whether it happens at once for several events of that type, and does nothing again for one that it has had. */
  isRepeatable(decoded: DecodedEvent): boolean;
  /**
   * Has the effect of events happen in a transaction that has recorded them.
   * @param events one, or several repeatable ones of one type
   * @param as makes a piece of the transaction from its cause
   * @param hasPart tells for which parts of the effect the tenant has set anything up; undefined when for none: only `onNoSubscribers` runs then
   * @param found what effects have found out for other events of the tenant in the transaction
   * @throws what the effect throws
   */
  carryOut(events: readonly DecodedEvent[], as: MakeTransaction, hasPart: HasPart | undefined, found: Findings): Promise<void>;
}

/** What became of the events that there was time for, by the order of the effects. */
type Outcomes = Map<Delivery, readonly Outcome[]>;

type FreshByEffect = ReadonlyMap<JoinedEffect, readonly Delivery[]>;

/**
 * Has effects of events that come for the first time happen in one transaction, because a commit costs more than most effects. Either
 * all of it is done and reported, or nothing.
 * @param effects of which the first is that of the consumer
 * @param interests says who is interested; everybody in everything when absent
 * @returns the events there was no time for; undefined when it failed: which of them it was shows when each is handled by itself
 */
export async function handleTogether(
  effects: readonly JoinedEffect[],
  deliveries: readonly Delivery[],
  options: ConsumerOptions,
  interests?: Interests,
): Promise<readonly Delivery[] | undefined> {
  const consumer = effects[0]?.name;
  let outcomes: Outcomes;
  try {
    outcomes = await new Batch(effects, deliveries, interests).handle(options);
  } catch (error) {
    options.log.info({ err: error, consumer, events: deliveries.length }, 'consumer: events failed together, they are handled apart');
    return undefined;
  }
  failpoint('consumer.after-commit');
  for (const [delivery, ofEffects] of outcomes)
    for (const [index, { name }] of effects.entries()) {
      options.onHandled?.(name, ofEffects[index] as Outcome);
      delivery.done();
    }
  return deliveries.filter((delivery) => !outcomes.has(delivery));
}

class Batch {
  readonly #effects: readonly JoinedEffect[];
  readonly #ofTenants: ReadonlyMap<string, readonly Delivery[]>;
  readonly #interests: Interests | undefined;
  readonly #outcomes: Outcomes = new Map();

  constructor(effects: readonly JoinedEffect[], deliveries: readonly Delivery[], interests: Interests | undefined) {
    this.#effects = effects;
    this.#ofTenants = Map.groupBy(deliveries, ({ tenant }) => tenant);
    this.#interests = interests;
  }

  async handle({ database, workerDatabase }: ConsumerOptions): Promise<Outcomes> {
    const { takesByTenant: areOnNodes } = await workerDatabase.detectedTenantForm();
    if (!areOnNodes && (await this.#recordUnheard(database))) return this.#outcomes;
    // One tenant is asked for in its transaction, which spares a flush; for several, one question as the worker costs less than one each.
    const interest =
      areOnNodes || this.#ofTenants.size > 1
        ? await this.#askInterest(({ text, values }) => workerDatabase.queryPrepared(text, values), areOnNodes)
        : undefined;
    const handle = (as: MakeTransaction) => this.#handle(as, async (ask) => interest ?? this.#askInterest(ask, areOnNodes));
    const isOne = this.#effects.length === 1;
    await TenantTx.runTogether<never, void>(database, (as) => (isOne ? handle(as) : within(PATIENCE_MS, this.#handleBounded(as, handle))));
    return this.#outcomes;
  }

  /**
   * Where nobody waited for the last events of these kinds: records them and does what is left to do, in one flush and on condition that
   * nobody waits for them now.
   * @returns whether it was done
   */
  async #recordUnheard(database: Database): Promise<boolean> {
    if (this.#interests === undefined || this.#ofTenants.size > 1) return false;
    const [[tenant, deliveries]] = [...this.#ofTenants] as [[string, readonly Delivery[]]];
    const events = this.#events;
    if (deliveries.length > INBOX_BATCH_SIZE || !this.#interests.isUnheard(tenant, events)) return false;
    const query = this.#interests.queryFor(tenant, events);
    const all = new Map(this.#effects.map((effect) => [effect, deliveries]));
    try {
      await TenantTx.runTogether<never, void>(database, async (as) => {
        recordUnlessFound(as(causeOfFirst(deliveries)), this.#names, idsOf(deliveries), query, LOCK_WAIT_MS);
        await within(
          PATIENCE_MS,
          this.#carryOutAll(all, as, () => undefined),
        );
      });
    } catch (error) {
      if (!isUnmet(error)) throw error;
      this.#interests.forget(tenant, events);
      return false;
    }
    this.#noteOutcomes(deliveries, all);
    return true;
  }

  async #handleBounded(as: MakeTransaction, handle: (as: MakeTransaction) => Promise<void>): Promise<void> {
    await together(as(causeOfFirst([...this.#ofTenants.values()].flat())).boundLockWait(LOCK_WAIT_MS), handle(as));
  }

  /** Events of one tenant are handled one after another, in the order they came in; those of different ones have no rows in common. */
  async #handle(as: MakeTransaction, interestOf: (ask: AskInterest) => Promise<Interest>): Promise<void> {
    const until = performance.now() + BATCH_BUDGET_MS;
    await Promise.all(Array.from(this.#ofTenants.values(), (ofTenant) => this.#handleEventsOfTenant(ofTenant, as, interestOf, until)));
  }

  /** Events without subscribers are recorded in the inbox as well: replayed, they must not reach those who have subscribed since. */
  async #handleEventsOfTenant(
    deliveries: readonly Delivery[],
    as: MakeTransaction,
    interestOf: (ask: AskInterest) => Promise<Interest>,
    until: number,
  ): Promise<void> {
    let interest: Promise<Interest> | undefined;
    for (let start = 0; start < deliveries.length && performance.now() <= until; start += INBOX_BATCH_SIZE) {
      const some = deliveries.slice(start, start + INBOX_BATCH_SIZE);
      const [first] = some as [Delivery];
      const tx = as(causeOfFirst(some));
      const recorded = recordInInbox(tx, this.#names, idsOf(some));
      if (this.#areRepeatable(some)) {
        // What does nothing again need not wait for what is known.
        const [freshOf] = await together(
          recorded,
          this.#carryOutAll(new Map(this.#effects.map((effect) => [effect, some])), as, () => everyPart),
        );
        this.#noteOutcomes(some, this.#freshAmong(some, freshOf));
        continue;
      }
      const ask: AskInterest = async ({ text, values }) => (await tx.execute<object>(tx.named(text), values)).rows;
      const [freshOf, partsOf] = await together(recorded, (interest ??= interestOf(ask)));
      const fresh = this.#freshAmong(some, freshOf);
      await this.#carryOutAll(fresh, as, ({ name }) => partsOf(name, first.tenant));
      this.#noteOutcomes(some, fresh);
    }
  }

  #areRepeatable(deliveries: readonly Delivery[]): boolean {
    if (this.#interests !== undefined) return false;
    return this.#effects.every((effect) => deliveries.every(({ decoded }) => effect.isRepeatable(decoded)));
  }

  /** By effect, the events that it has not had. */
  #freshAmong(deliveries: readonly Delivery[], freshOf: ReadonlyMap<string, Set<string>>): FreshByEffect {
    return new Map(
      this.#effects.map((effect) => {
        // One may be there twice.
        const isFresh = ({ decoded }: Delivery) => freshOf.get(effect.name)?.delete(decoded.envelope.id) === true;
        return [effect, deliveries.filter(isFresh)];
      }),
    );
  }

  async #carryOutAll(fresh: FreshByEffect, as: MakeTransaction, partsOf: (effect: JoinedEffect) => HasPart | undefined): Promise<void> {
    const found: Findings = new Map();
    for (const [effect, deliveries] of fresh)
      for (const events of runsOf(deliveries, effect)) await effect.carryOut(events, as, partsOf(effect), found);
  }

  #noteOutcomes(deliveries: readonly Delivery[], fresh: FreshByEffect): void {
    const freshSets = this.#effects.map((effect) => new Set(fresh.get(effect)));
    for (const delivery of deliveries)
      this.#outcomes.set(
        delivery,
        freshSets.map((ofEffect) => (ofEffect.has(delivery) ? 'handled' : 'duplicate')),
      );
  }

  async #askInterest(ask: AskInterest, areOnNodes: boolean): Promise<Interest> {
    return this.#interests?.ask(ask, [...this.#ofTenants.keys()], this.#events, areOnNodes) ?? everyInterest;
  }

  get #names(): readonly string[] {
    return this.#effects.map(({ name }) => name);
  }

  /** The kinds of events that came. */
  get #events(): readonly Event[] {
    return [...new Set([...this.#ofTenants.values()].flatMap((ofTenant) => ofTenant.map(({ decoded }) => decoded.event)))];
  }
}

const idsOf = (deliveries: readonly Delivery[]) => deliveries.map(({ decoded }) => decoded.envelope.id);

const causeOfFirst = ([first]: readonly Delivery[]) => causeOf((first as Delivery).decoded.envelope);

/** Events in their order, those together that follow each other and that an effect happens for at once. */
function runsOf(deliveries: readonly Delivery[], effect: JoinedEffect): DecodedEvent[][] {
  const runs: DecodedEvent[][] = [];
  for (const { decoded } of deliveries) {
    const last = runs.at(-1);
    if (last?.[0]?.envelope.type === decoded.envelope.type && effect.isRepeatable(decoded)) last.push(decoded);
    else runs.push([decoded]);
  }
  return runs;
}

/** @throws when the work takes longer: it is not waited for, and its transaction takes nothing more of it */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`the effects took longer than ${milliseconds} ms`)), milliseconds);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
