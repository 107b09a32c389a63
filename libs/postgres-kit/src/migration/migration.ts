import type { Migration as TransactionalMigration } from 'kysely/migration';
import type { MigrationDb } from '../tenancy/ddl.ts';

/** One change of a service's tables; `up` runs in a transaction. */
export interface Migration extends TransactionalMigration {
  /**
   * Run before `up`, each statement committed by itself: for what Postgres does in no transaction, and for changes of many rows a batch at
   * a time. An interrupted migration begins again with the first step.
   */
  readonly outside?: readonly OutsideStep[];
  /** Says that it takes away what no released version uses any more. */
  readonly contract?: {
    /** The first release that does without. */
    readonly unusedSince: string;
    readonly reason: string;
  };
}

/** A part of a migration outside of a transaction. */
export interface OutsideStep {
  /** What is done, for the log. */
  readonly title: string;
  /** Does what is left to do; it may have been interrupted before, at any point. */
  run(db: MigrationDb): Promise<void>;
}

/** How far a step outside of a transaction is. */
export interface MigrationProgress {
  readonly service: string;
  readonly migration: string;
  readonly step: string;
  readonly seconds: number;
  /** `begun`, `done`, or what Postgres says it is at, such as `building index: scanning table, 40 %`. */
  readonly state: string;
}
