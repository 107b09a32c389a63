import { type AuditEventType, auditEventKinds } from '@psa/contracts-identity';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../identity-app.ts';
import { changedFields, digestOf } from './audit.rules.ts';

/** What is recorded of a change; who did it, from where and by which request is taken from the transaction. */
export interface AuditEntry {
  readonly event_type: AuditEventType;
  /** Id of the row concerned. */
  readonly record_id: string;
  /** User whose account it concerns: it shows in their activity. */
  readonly subject_user_id?: string | null;
  /** The row before and after; only the names of what differs and hashes of both are kept. */
  readonly before?: object;
  readonly after?: object;
  /** Names of what differs, where the rows themselves are not here. */
  readonly changed?: readonly string[];
  /** Ids and reasons that belong to it: no secret, no address, no name. */
  readonly details?: Readonly<Record<string, unknown>>;
}

const APPEND = `insert into audit_events (audit_id, event_type, operation, table_name, record_id, rbac, actor_id, actor_type, subject_user_id,
  ip_address, user_agent, request_id, changed_fields, before_hash, after_hash, details)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`;

/** Records a security-relevant change in the transaction that makes it: with it or not at all. Sent together with COMMIT. */
export function audit(tx: Tx, entry: AuditEntry): void {
  const { event_type, record_id, subject_user_id = null, before, after, changed, details = {} } = entry;
  const { table, operation, rbac = false } = auditEventKinds[event_type];
  const { actor, correlationId, origin } = tx.context;
  const auditId = uuidv7();
  tx.atCommit(APPEND, [
    auditId,
    event_type,
    operation,
    table,
    record_id,
    rbac,
    actor.id,
    actor.type,
    subject_user_id,
    origin?.address ?? null,
    origin?.userAgent ?? null,
    correlationId,
    changed?.toSorted() ?? changedFields(before, after),
    digestOf(auditId, before),
    digestOf(auditId, after),
    JSON.stringify(details),
  ]);
}
