import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';

/** Hours a client bought in advance. */
export interface HourBlocksTable {
  tenant: TenantColumn;
  block_id: string;
  client_id: string;
  block_name: string;
  /** What it covers; any hourly work when null. */
  service_id: string | null;
  minutes: number;
  /** The minutes less the sum of its draws and of the blocks they were rolled over into. */
  remaining_minutes: number;
  /** The block whose minutes it took over. */
  rolled_over_from: ColumnType<string | null, string | null | undefined, never>;
  starts_on: string;
  expires_on: string | null;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

/** What invoices took of a block and gave back; rows are only ever added. */
export interface HourBlockDrawsTable {
  tenant: TenantColumn;
  draw_id: string;
  block_id: string;
  invoice_id: string;
  item_id: string;
  minutes: number;
  created_at: TimestampColumn;
}
