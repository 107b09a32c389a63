import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';

export interface EmailTemplatesTable {
  tenant: TenantColumn;
  template_id: string;
  template_key: string;
  language: string;
  subject: string;
  text: string;
  html: string | null;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
