import type { JsonColumn, TenantColumn, TimestampColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';
import type { NewTimeEntry } from '../../ports/time-entries.ts';

/** What is done in another service for something that is written here, with all it takes to undo it. */
export type OutsideStep =
  | { readonly kind: 'asset_link'; readonly asset_id: string; readonly client_id: string; readonly ticket_id: string }
  | { readonly kind: 'time_entry'; readonly entry: NewTimeEntry };

/** Notes of such steps: each is there from before the step until what it is for is written, or the step undone. */
export interface OutsideStepsTable {
  tenant: TenantColumn;
  step_id: string;
  details: JsonColumn<OutsideStep>;
  /** In whose name it is done, and undone. */
  actor: JsonColumn<{ id: string; type: string }>;
  is_given_up: ColumnType<boolean, boolean | undefined, boolean>;
  noted_at: TimestampColumn;
}

/** The tables of steps in other services. */
export interface OutsideStepTables {
  outside_steps: OutsideStepsTable;
}
