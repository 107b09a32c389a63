import type { WorkflowTrigger } from '@psa/contracts-automation';
import type { TriggerRow } from './trigger.records.ts';

export const triggerPath = (id: string): string => `/api/v1/workflows/triggers/${id}`;

/** Address outside systems start the workflow by. */
export function workflowHookUrl(publicUrl: URL, row: TriggerRow): string {
  return new URL(`/hooks/workflows/${row.tenant_slug ?? row.tenant}/${row.trigger_id}`, publicUrl).href;
}

/** A trigger as the API shows it. */
export function toTrigger(row: TriggerRow, publicUrl: URL): WorkflowTrigger {
  const { version: _v, runs_as: _r, sealed_secret: _s, sealed_former_secret: _f, former_until: _u, tenant_slug: _t, ...shown } = row;
  return { ...shown, webhook_url: row.trigger_type === 'webhook' ? workflowHookUrl(publicUrl, row) : null };
}
