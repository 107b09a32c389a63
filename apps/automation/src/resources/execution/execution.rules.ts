import { conflict } from '@psa/contract-kit';
import type { ExecutionStatus } from '@psa/contracts-automation';

/** What an execution may become. */
const TRANSITIONS: { readonly [From in ExecutionStatus]: readonly ExecutionStatus[] } = {
  pending: ['running', 'cancelled', 'skipped'],
  running: ['completed', 'failed', 'timeout', 'cancelled'],
  failed: ['pending'],
  timeout: ['pending'],
  completed: [],
  cancelled: [],
  skipped: [],
};

export function mayBecome(from: ExecutionStatus, to: ExecutionStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** @throws CONFLICT when an execution cannot become this */
export function demandTransition(from: ExecutionStatus, to: ExecutionStatus, verb: string): void {
  if (!mayBecome(from, to)) throw conflict(`An execution that is ${from} cannot be ${verb}`, { status: from });
}

/** Whether nothing more happens to it by itself. */
export function hasEnded(status: ExecutionStatus): boolean {
  return status !== 'pending' && status !== 'running';
}

const MINUTE = 60_000;
const AUTO_RETRY_DELAYS = [MINUTE, 5 * MINUTE, 15 * MINUTE];

/** How long a rule's failed execution waits before it is tried again by itself; undefined when it is not. */
export function autoRetryDelay(retriesFailed: boolean, retriesSoFar: number): number | undefined {
  return retriesFailed ? AUTO_RETRY_DELAYS[retriesSoFar] : undefined;
}

/** How often a rule fails one after another before it is stopped. */
export const FAILURES_TO_ERROR = 10;

/** Executions that may lead to one another; what lies deeper is a loop. */
export const MAX_DEPTH = 5;
