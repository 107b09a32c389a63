import type pg from 'pg';
import { Refusal } from '../../local/refusal.ts';

/**
 * Runs a transaction in which Postgres neither fires triggers nor checks what refers to what: rows come and go whole.
 * @param purpose what it is for, as the refusal says it
 * @param keep whether it is committed at the end
 * @throws Refusal when the user may not do that
 */
export async function withoutTriggers<T>(database: pg.ClientBase, purpose: string, keep: boolean, work: () => Promise<T>): Promise<T> {
  await database.query('begin');
  try {
    await database.query('set local session_replication_role = replica').catch((error: Error) => {
      throw new Refusal(
        `The database's user may not ${purpose}: it has to be a superuser, or may set session_replication_role (${error.message}).`,
      );
    });
    const result = await work();
    await database.query(keep ? 'commit' : 'rollback');
    return result;
  } catch (error) {
    await database.query('rollback').catch(() => {});
    throw error;
  }
}
