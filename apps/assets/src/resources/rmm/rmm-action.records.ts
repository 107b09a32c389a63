import type { RmmActionQuery } from '@psa/contracts-assets';
import { type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../assets-app.ts';
import type { RmmActionsTable } from '../../tables.ts';

export type ActionRecord = Selectable<RmmActionsTable>;

/** Notes an action before it is asked for: a process that dies in the middle leaves its trace. */
export async function insertAction(db: Db, action: Omit<Insertable<RmmActionsTable>, 'outcome' | 'message'>): Promise<void> {
  await db
    .insertInto('rmm_actions')
    .values({ ...action, outcome: 'requested', message: null })
    .execute();
}

/** Notes what became of it. */
export async function updateActionOutcome(
  db: Db,
  actionId: string,
  outcome: 'accepted' | 'refused' | 'failed',
  message: string,
): Promise<void> {
  await db.updateTable('rmm_actions').set({ outcome, message }).where('action_id', '=', actionId).execute();
}

const order: ListOrder = { columns: { requested_at: 'requested_at' }, id: { ref: 'action_id', name: 'action_id' } };

/** One page of what was done to an asset's devices. */
export function listActions(db: Db, assetId: string, query: RmmActionQuery): Promise<Page<ActionRecord>> {
  const { created_from, created_to } = query;
  const rows = db
    .selectFrom('rmm_actions')
    .selectAll()
    .where('asset_id', '=', assetId)
    .$if(created_from !== undefined, (rows) => rows.where('requested_at', '>=', created_from as string))
    .$if(created_to !== undefined, (rows) => rows.where('requested_at', '<=', created_to as string));
  const total = async () => {
    const { matching } = await rows
      .clearSelect()
      .select(sql<number>`count(*)`.as('matching'))
      .executeTakeFirstOrThrow();
    return matching;
  };
  return readPage<ActionRecord>(rows as never, order, query, total);
}
