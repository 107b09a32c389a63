import { AsyncLocalStorage } from 'node:async_hooks';

/** What the current chain of calls has open, and whether it has acted outside the database. */
interface Activity {
  isInTransaction: boolean;
  hasCalledOutside: boolean;
  readonly outer: Activity | undefined;
}

const current = new AsyncLocalStorage<Activity | undefined>();
let failsInTransaction = false;

/** Makes {@link assertOutsideTransaction} throw instead of only recording the call: on under test. */
export function guardOutsideCalls(isOn: boolean): void {
  failsInTransaction = isOn;
}

/**
 * Called by whatever waits for something other than this service's database: another service, the internet, a password hash. Such a
 * wait inside a transaction holds its connection and its locks for as long as the other side likes, and a retried transaction repeats it.
 * @throws Error inside a transaction while the guard is on
 */
export function assertOutsideTransaction(what: string): void {
  for (let activity = current.getStore(); activity !== undefined; activity = activity.outer) {
    if (failsInTransaction && activity.isInTransaction) throw new Error(`${what} inside a database transaction: call before or after it`);
    activity.hasCalledOutside = true;
  }
}

/** Runs the work of a transaction, in which nothing outside may be called. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const activity: Activity = { isInTransaction: true, hasCalledOutside: false, outer: current.getStore() };
  try {
    return await current.run(activity, work);
  } finally {
    activity.isInTransaction = false;
  }
}

/**
 * Runs work inside a transaction that holds nothing but an advisory lock, such as a schedule's: calls to the outside are what it is there
 * for. The work uses other connections.
 */
export function besideLockTransaction<T>(work: () => Promise<T>): Promise<T> {
  return current.run(undefined, work);
}

/** Whether the caller runs inside the work of a transaction that was begun below the given tracking. */
export function isInsideTransaction(below: OutsideCalls): boolean {
  for (let activity = current.getStore(); activity !== undefined && activity !== below; activity = activity.outer) {
    if (activity.isInTransaction) return true;
  }
  return false;
}

/** What {@link trackOutsideCalls} tells and is told of the work it runs. */
export interface OutsideCalls {
  /** Whether the work has called anything outside the database. */
  readonly hasCalledOutside: boolean;
  /** Set while the work has a transaction open beyond the callback that began it. */
  isInTransaction: boolean;
}

/** Runs work and records whether it calls anything outside, which decides whether it may be run again. */
export function trackOutsideCalls<T>(work: (calls: OutsideCalls) => Promise<T>): Promise<T> {
  const activity: Activity = { isInTransaction: false, hasCalledOutside: false, outer: current.getStore() };
  return current.run(activity, () => work(activity));
}
