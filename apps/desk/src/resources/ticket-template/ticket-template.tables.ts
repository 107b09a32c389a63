import type { TemplateChecklistItem, TemplateTicket } from '@psa/contracts-desk';
import type { JsonColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';

export interface TicketTemplatesTable {
  tenant: TenantColumn;
  ticket_template_id: string;
  name: string;
  notes: string | null;
  is_active: boolean;
  ticket: JsonColumn<TemplateTicket>;
  checklist: JsonColumn<TemplateChecklistItem[]>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

/** The tables of ticket templates. */
export interface TicketTemplateTables {
  ticket_templates: TicketTemplatesTable;
}
