import type { NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';

export interface RecurringTicketsTable {
  tenant: TenantColumn;
  recurring_ticket_id: string;
  name: string;
  ticket_template_id: string;
  client_id: string;
  contact_name_id: string | null;
  location_id: string | null;
  assigned_to: string | null;
  title: string | null;
  rrule: string;
  start_date: string;
  end_date: NullableTimestampColumn;
  timezone: string;
  is_active: boolean;
  next_run_at: NullableTimestampColumn;
  last_run_at: NullableTimestampColumn;
  last_ticket_id: string | null;
  last_error: string | null;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

/** The tables of recurring tickets. */
export interface RecurringTicketTables {
  recurring_tickets: RecurringTicketsTable;
}
