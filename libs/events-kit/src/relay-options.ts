import type { Database } from '@psa/postgres-kit';
import type { Broker } from './broker.ts';

/** What the relay of a service works with. */
export interface RelayOptions {
  readonly service: string;
  /** Connected as the service's worker role, which sees the outbox of every tenant. */
  readonly database: Database;
  readonly broker: Broker;
  readonly log: { warn(details: object, message: string): void; info(details: object, message: string): void };
}
