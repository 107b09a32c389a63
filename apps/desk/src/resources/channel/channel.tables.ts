import type { ChannelHours, CloseRules, PortalVisibility, SlaEscalation, SlaTarget } from '@psa/contracts-desk';
import type { ColumnType } from 'kysely';
import type { JsonColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';

/** What was set up for a tenant once, such as the standard set. */
export interface DeskSetupsTable {
  tenant: TenantColumn;
  name: string;
}

export interface ChannelsTable {
  tenant: TenantColumn;
  channel_id: string;
  channel_name: string;
  description: string | null;
  display_order: number;
  is_default: boolean;
  is_inactive: boolean;
  portal_visibility: PortalVisibility;
  close_rules: JsonColumn<CloseRules>;
  business_hours: JsonColumn<ChannelHours | null>;
  sla_targets: JsonColumn<SlaTarget[]>;
  sla_escalation: JsonColumn<SlaEscalation | null>;
  reopen_days: number | null;
  /** Teams whose members see its tickets; all staff when empty. */
  visible_to_team_ids: JsonColumn<string[]>;
  /** Its hours or targets changed, and the clocks of its tickets have not followed yet. */
  has_stale_clocks: ColumnType<boolean, boolean | undefined, boolean>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface TicketStatusesTable {
  tenant: TenantColumn;
  status_id: string;
  name: string;
  channel_id: string;
  is_closed: boolean;
  is_default: boolean;
  pauses_sla: boolean;
  color: string | null;
  icon: string | null;
  order_number: number;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface PrioritiesTable {
  tenant: TenantColumn;
  priority_id: string;
  priority_name: string;
  item_type: 'ticket' | 'project_task';
  color: string | null;
  order_number: number;
  description: string | null;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface TicketSettingsTables {
  desk_setups: DeskSetupsTable;
  channels: ChannelsTable;
  ticket_statuses: TicketStatusesTable;
  priorities: PrioritiesTable;
}
