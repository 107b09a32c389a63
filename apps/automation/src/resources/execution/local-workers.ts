import type { RuleRecord } from '../rule/rule.records.ts';
import type { ExecutionRecord } from './execution.records.ts';

/** A place in the worker of this process, reserved for an execution that begins in the transaction that gives it its slot. */
export interface ReservedPlace {
  /** Whose lease the execution gets. */
  readonly owner: string;
  /** Runs the execution after its transaction has committed. @param rule read anew when absent */
  readonly begin: (execution: ExecutionRecord, rule?: RuleRecord) => void;
  /** Gives the place back. */
  readonly release: () => void;
}

/** Reserves a place for an execution of a tenant. @returns undefined when the execution has to wait for a claim */
export type ReservePlace = (tenant: string) => ReservedPlace | undefined;

const workers = new Set<ReservePlace>();

/** Lets executions that this process starts begin in its worker. @returns a function that ends it */
export function openLocalWorker(reserve: ReservePlace): () => void {
  workers.add(reserve);
  return () => workers.delete(reserve);
}

/** Reserves a place in the worker of this process. @returns undefined when it has none, or none is open */
export function reservePlace(tenant: string): ReservedPlace | undefined {
  for (const reserve of workers) {
    const place = reserve(tenant);
    if (place !== undefined) return place;
  }
  return undefined;
}
