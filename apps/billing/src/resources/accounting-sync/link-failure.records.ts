import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../billing-app.ts';
import { AccountingError, type AccountingKind } from '../../ports/accounting.ts';
import { QUICKBOOKS } from '../accounting-connection/accounting-connection.records.ts';
import { RecordFailure, type SyncItem } from './sync-operation.ts';

const KINDS: readonly string[] = ['customer', 'item', 'invoice', 'credit_note', 'payment'] satisfies AccountingKind[];

/**
 * Notes why a record could not be synchronized. What the provider refused for good was not created: the next request is another one.
 * @param item the record; nothing is noted of what is not linked
 */
export async function recordLinkFailure(tx: Tx, realm_id: string, { entity, local_id }: SyncItem, failure: Error): Promise<void> {
  if (local_id === null || !KINDS.includes(entity)) return;
  const isRefused = failure instanceof AccountingError && failure.fault !== 'unavailable' && failure.fault !== 'rate_limited';
  const status = failure instanceof RecordFailure && failure.isConflict ? ('conflict' as const) : ('error' as const);
  const [link_id, request_id, error] = [uuidv7(), uuidv7(), failure.message.slice(0, 1_000)];
  await tx
    .insertInto('accounting_links')
    .values({ link_id, provider: QUICKBOOKS, realm_id, entity: entity as AccountingKind, local_id, request_id, status, error })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'provider', 'realm_id', 'entity', 'local_id']).doUpdateSet({
        status,
        error,
        ...(isRefused && {
          request_id: sql<string>`case when accounting_links.external_id is null then ${request_id}::uuid else accounting_links.request_id end`,
        }),
        updated_at: sql`excluded.updated_at`,
      }),
    )
    .execute();
}
