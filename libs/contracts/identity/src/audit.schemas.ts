import { DateBound, dateUntil, Id, listQuery, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { auditEventNames, auditOperations } from './audit-event-types.ts';

/** One security-relevant change, as it was recorded with the change itself. Nothing changes or removes it. */
export const AuditEvent = z
  .object({
    audit_id: Id.describe('Identifies the event'),
    event_type: z.enum(auditEventNames).describe('What happened'),
    operation: z.enum(auditOperations).describe('What happened to the row'),
    table_name: z.string().describe('Table of the row concerned'),
    record_id: z.string().describe('Id of the row concerned'),
    user_id: z.string().nullable().describe('Who did it; null for the product itself'),
    actor_type: z.enum(['user', 'api_key', 'system']).describe('Whether a person, an API key acting for one, or the product did it'),
    subject_user_id: Id.nullable().describe('User whose account it concerns'),
    ip_address: z.string().nullable().describe('Address the request came from'),
    user_agent: z.string().nullable().describe('Program the request was made with'),
    request_id: z.string().describe('Request that caused it'),
    changed_fields: z.array(z.string()).describe('Members that differ between before and after; their values are not kept'),
    before_hash: z.string().nullable().describe('SHA-256 of the row before, keyed by the event: proves what it was without keeping it'),
    after_hash: z.string().nullable().describe('SHA-256 of the row after'),
    details: z.record(z.string(), z.unknown()).describe('Ids and reasons that belong to it'),
    tenant: Id.describe('Tenant of the caller'),
    created_at: Timestamp.describe('When it happened'),
  })
  .meta({ id: 'AuditEvent' });
export type AuditEvent = z.infer<typeof AuditEvent>;

export const AuditEventQuery = listQuery({
  sort: ['created_at'],
  defaultSort: 'created_at',
  filters: {
    user_id: Id.optional().describe('Who did it'),
    subject_user_id: Id.optional().describe('Whose account it concerns'),
    event_type: z.enum(auditEventNames).optional().describe('Exact'),
    operation: z.enum(auditOperations).optional().describe('Exact'),
    table_name: z.string().max(63).optional().describe('Exact'),
    record_id: z.string().max(128).optional().describe('Exact'),
    ip_address: z.string().max(64).optional().describe('Exact'),
    request_id: z.string().max(128).optional().describe('Exact'),
    start_date: DateBound.optional().describe('At or after'),
    end_date: dateUntil('At or before'),
  },
});
export type AuditEventQuery = z.infer<typeof AuditEventQuery>;
