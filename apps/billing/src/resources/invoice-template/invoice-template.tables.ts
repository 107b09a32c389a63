import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { Generated } from 'kysely';

export interface InvoiceTemplatesTable {
  tenant: TenantColumn;
  invoice_template_id: string;
  template_name: string;
  is_default: boolean;
  is_deleted: Generated<boolean>;
  /** Its present design, counted from 1. */
  design: Generated<number>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

/** What a template looked like; rows are only ever added. */
export interface InvoiceTemplateDesignsTable {
  tenant: TenantColumn;
  invoice_template_id: string;
  design: number;
  paper_size: 'A4' | 'LETTER';
  accent_color: string | null;
  header_text: string | null;
  footer_text: string | null;
  /** PNG in base64. */
  logo: string | null;
}
