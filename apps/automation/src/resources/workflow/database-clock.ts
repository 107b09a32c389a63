import type { Db } from '../../automation-app.ts';

/**
 * The database's time, which says when jobs are due, and so decides in a process too whether a time has come: whatever its own clock
 * shows, what is due for one is due for the other. It goes on by the time that has passed since it was read, and is never ahead.
 */
export class DatabaseClock {
  readonly #readAt: number;
  readonly #since = performance.now();

  private constructor(readAt: number) {
    this.#readAt = readAt;
  }

  /** Reads it as it is now, and not as it was when the transaction began, which may have waited for locks. */
  static async read(db: Db): Promise<DatabaseClock> {
    const { rows } = await db.execute<{ now: string }>(db.named('select clock_timestamp() as now'), []);
    return new DatabaseClock(Date.parse((rows[0] as { now: string }).now));
  }

  /** In milliseconds since the epoch. */
  now(): number {
    return Math.floor(this.#readAt + performance.now() - this.#since);
  }

  /** Whether an instant of ISO text has come. */
  hasCome(instant: string): boolean {
    return Date.parse(instant) <= this.now();
  }
}
