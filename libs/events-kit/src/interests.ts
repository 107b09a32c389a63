import type { Event } from '@psa/contract-kit';
import type { Query } from '@psa/postgres-kit';
import { everyPart, type FindInterest, type HasPart } from './subscription.ts';

/** How many kinds of events are remembered at most, each of one tenant: some 150 bytes. */
const MAX_UNHEARD = 10_000;

/** Runs a prepared query that sees the tenants in question at least. */
export type AskInterest = (query: Query) => Promise<readonly object[]>;

/** In which parts of an effect a tenant is interested; undefined when in none. */
export type Interest = (effect: string, tenant: string) => HasPart | undefined;

/** Interested in all there is: nobody is asked. */
export const everyInterest: Interest = () => everyPart;

/** Finds out who waits for events of a consumer, and remembers for which of them nobody did. */
export class Interests {
  readonly #find: FindInterest;
  /** Tenants with types of events. */
  readonly #unheard = new Set<string>();

  constructor(find: FindInterest) {
    this.#find = find;
  }

  async ask(ask: AskInterest, tenants: readonly string[], events: readonly Event[], areOnNodes: boolean): Promise<Interest> {
    const { read, ...query } = this.#find(tenants, events, areOnNodes);
    const found = (await ask(query)).map((row) => read(row as never));
    const interested = new Set(found.map(({ tenant }) => tenant));
    for (const tenant of tenants) if (!interested.has(tenant)) this.#remember(tenant, events);
    const parts = Map.groupBy(found, ({ consumer, tenant }) => `${consumer} ${tenant}`);
    return (effect, tenant) => {
      const ofTenant = parts.get(`${effect} ${tenant}`);
      return ofTenant && ((asked) => ofTenant.some(({ part = asked }) => part === asked));
    };
  }

  /** Whether nobody of the tenant waited for such events when they last came. */
  isUnheard(tenant: string, events: readonly Event[]): boolean {
    return events.every(({ type }) => this.#unheard.has(`${tenant} ${type}`));
  }

  /** Finds something when somebody of the tenant waits for one of the events. */
  queryFor(tenant: string, events: readonly Event[]): Query {
    return this.#find([tenant], events, false);
  }

  /** Has the tenant asked the next time. */
  forget(tenant: string, events: readonly Event[]): void {
    for (const { type } of events) this.#unheard.delete(`${tenant} ${type}`);
  }

  #remember(tenant: string, events: readonly Event[]): void {
    for (const { type } of events) this.#unheard.add(`${tenant} ${type}`);
    for (const oldest of this.#unheard) {
      if (this.#unheard.size <= MAX_UNHEARD) return;
      this.#unheard.delete(oldest);
    }
  }
}
