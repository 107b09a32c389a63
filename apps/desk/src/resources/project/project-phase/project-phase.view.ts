import type { ProjectPhase } from '@psa/contracts-desk';
import type { PhaseRecord } from './project-phase.records.ts';

/** A phase as the API shows it. */
export function toProjectPhase(row: PhaseRecord): ProjectPhase {
  return {
    phase_id: row.phase_id,
    project_id: row.project_id,
    phase_name: row.phase_name,
    description: row.description,
    start_date: row.start_date,
    end_date: row.end_date,
    status: row.status,
    order_number: row.order_number,
    order_key: row.order_key,
    wbs_code: row.wbs_code,
    created_at: row.created_at,
    updated_at: row.updated_at,
    tenant: row.tenant,
  };
}
