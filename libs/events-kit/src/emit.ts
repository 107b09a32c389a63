import type { Event, EventData, EventSpec } from '@psa/contract-kit';
import { appendToOutbox, type TransactionCore } from '@psa/postgres-kit';
import { makeEnvelope, publicationSubject } from './envelope.ts';
import { wakeRelaysOf } from './wake.ts';

/**
 * Tells the other services of a fact, in the transaction that makes it one: published after the commit, never without it.
 * @param tx the transaction of the change
 * @param event its declaration in the contract
 * @param data what the contract demands
 * @param version of the aggregate after the change; consumers ignore what is older than they know
 */
export function emit<E extends EventSpec>(tx: TransactionCore, event: Event<E>, data: EventData<E>, version: number): void {
  appendToOutbox(tx, publicationSubject(event as unknown as Event, tx.tenant), makeEnvelope(tx.context, event, data, version));
  tx.afterCommit(wakeRelaysOf((event as unknown as Event).domain));
}
