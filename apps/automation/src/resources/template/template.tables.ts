import type { JsonColumn, NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';

type Defaulted<T> = ColumnType<T, T | undefined, T>;

export interface AutomationTemplatesTable {
  tenant: TenantColumn;
  template_id: string;
  name: string;
  description: string | null;
  category: string;
  icon: string | null;
  template_version: string;
  author: string | null;
  compatible_versions: string[];
  required_permissions: string[];
  template_config: JsonColumn<Record<string, unknown>>;
  template_variables: JsonColumn<unknown[]>;
  usage_count: Defaulted<number>;
  last_used: NullableTimestampColumn;
  is_active: Defaulted<boolean>;
  is_featured: Defaulted<boolean>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
