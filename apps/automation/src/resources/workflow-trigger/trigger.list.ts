import type { WorkflowTriggerListQuery } from '@psa/contracts-automation';
import type { Page } from '@psa/postgres-kit';
import type { Db } from '../../automation-app.ts';
import { common, containing, equal, list, order } from '../workflow/row.list.ts';
import { readSlug } from './tenant-slug.records.ts';
import type { TriggerRow } from './trigger.records.ts';

export async function listTriggers(db: Db, query: WorkflowTriggerListQuery): Promise<Page<TriggerRow>> {
  const by = order('trigger_id', ['created_at', 'updated_at', 'name', 'last_triggered'], ['last_triggered']);
  const page = await list<TriggerRow>(db, 'workflow_triggers', by, query, [
    ...common(query),
    ...containing(query.search, 'name', 'event_type'),
    ...equal('workflow_registration_id', query.workflow_registration_id),
    ...equal('trigger_type', query.trigger_type),
    ...equal('is_active', query.is_active),
  ]);
  const tenant_slug = await readSlug(db);
  return { ...page, rows: page.rows.map((row) => ({ ...row, tenant_slug })) };
}
