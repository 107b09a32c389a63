import type { Database } from '@psa/postgres-kit';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../desk-app.ts';
import type { OutsideStep, OutsideStepsTable } from './outside-step.tables.ts';

export type OutsideStepRecord = Selectable<OutsideStepsTable>;

/** Notes a step that is about to be done in the name of the caller. */
export async function noteStep(tx: Tx, step_id: string, step: OutsideStep): Promise<void> {
  const { id, type } = tx.context.actor;
  await tx
    .insertInto('outside_steps')
    .values({ step_id, details: JSON.stringify(step), actor: JSON.stringify({ id, type }) })
    .execute();
}

/** Takes the note away in the transaction that writes what the step was for. @returns false when the step was given up meanwhile */
export async function settleStep(tx: Tx, stepId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('outside_steps')
    .where('step_id', '=', stepId)
    .where('is_given_up', '=', false)
    .returning('step_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives a step up: what it is for cannot be written any more. It goes behind the others. @returns undefined when it was settled */
export function giveUpStep(db: Db, stepId: string): Promise<OutsideStepRecord | undefined> {
  return db.commitNow((tx) =>
    tx
      .updateTable('outside_steps')
      .set({ is_given_up: true, noted_at: new Date().toISOString() })
      .where('step_id', '=', stepId)
      .returningAll()
      .executeTakeFirst(),
  );
}

/** Forgets a step that was undone, or never done. */
export async function forgetStep(db: Db, stepId: string): Promise<void> {
  await db.commitNow((tx) => tx.deleteFrom('outside_steps').where('step_id', '=', stepId).execute());
}

/** Steps of all tenants that were noted before, the oldest first. @param workerDatabase connected as the worker role */
export function findLostSteps(workerDatabase: Database, before: Date, limit: number): Promise<{ tenant: string; step_id: string }[]> {
  return workerDatabase.query('select tenant, step_id from outside_steps where noted_at < $1 order by noted_at limit $2', [
    before.toISOString(),
    limit,
  ]);
}
