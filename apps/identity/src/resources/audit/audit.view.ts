import type { AuditEvent } from '@psa/contracts-identity';
import type { AuditRow } from './audit.list.ts';

/** An event as it is read. */
export function toAuditEvent(row: AuditRow): AuditEvent {
  const { actor_id, actor_type } = row;
  return {
    audit_id: row.audit_id,
    event_type: row.event_type as AuditEvent['event_type'],
    operation: row.operation as AuditEvent['operation'],
    table_name: row.table_name,
    record_id: row.record_id,
    user_id: actor_type === 'system' ? null : actor_id,
    actor_type: actor_type as AuditEvent['actor_type'],
    subject_user_id: row.subject_user_id,
    ip_address: row.ip_address,
    user_agent: row.user_agent,
    request_id: row.request_id,
    changed_fields: row.changed_fields,
    before_hash: row.before_hash,
    after_hash: row.after_hash,
    details: row.details,
    tenant: row.tenant,
    created_at: row.created_at,
  };
}
