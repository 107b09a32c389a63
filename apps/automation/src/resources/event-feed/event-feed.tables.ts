import type { TenantColumn, TimestampColumn } from '@psa/postgres-kit';

/** Where a tenant's feed begins and ends. */
export interface FeedHeadsTable {
  tenant: TenantColumn;
  feed: 'events';
  /** Position of the oldest event kept; one beyond the last when none is. */
  first_position: number;
  last_position: number;
}

export interface FeedEventsTable {
  tenant: TenantColumn;
  position: number;
  event_id: string;
  event_type: string;
  client_id: string | null;
  /** The public event in JSON. */
  event: string;
  recorded_at: TimestampColumn;
}
