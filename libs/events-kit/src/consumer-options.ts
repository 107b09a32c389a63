import type { Database } from '@psa/postgres-kit';
import type { Broker } from './broker.ts';

/** What became of an event. */
export type Outcome = 'handled' | 'duplicate' | 'skipped';

export interface ConsumerOptions {
  /** Connected as the service's app role: effects are bound to the event's tenant. */
  readonly database: Database;
  /** Connected as the worker role, for dead letters. */
  readonly workerDatabase: Database;
  readonly broker: Broker;
  readonly ports: object;
  readonly log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
  /** Waits before each further attempt, in milliseconds; after the last the event becomes a dead letter. */
  readonly backoffMs?: readonly number[];
  /** How long after an instance's last sign of life another gets its events, in milliseconds. */
  readonly ackWaitMs?: number;
  /** How often it looks whether another version has kept events aside that this one knows, in milliseconds. */
  readonly takeUpMs?: number;
  /** How long nothing was left in the consumer of a former version before it is deleted, in milliseconds. */
  readonly quietMs?: number;
  readonly onHandled?: (consumer: string, outcome: Outcome | 'failed' | 'dead') => void;
}
