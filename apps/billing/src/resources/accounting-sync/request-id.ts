import { createHash } from 'node:crypto';
import type { AccountingStamp } from '../../ports/accounting.ts';
import type { AccountingLinkRow } from '../accounting-link/accounting-link.tables.ts';

/** Names the request that changes a record from one version to the next: repeated after a crash, it is the same. @param content what is written */
export function requestIdOf({ request_id }: AccountingLinkRow, { syncToken }: AccountingStamp, content: string | number): string {
  return createHash('sha256')
    .update(JSON.stringify([request_id, syncToken, content]))
    .digest('hex')
    .slice(0, 40);
}
