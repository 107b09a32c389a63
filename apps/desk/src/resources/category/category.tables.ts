import type { TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';

export interface TicketCategoriesTable {
  tenant: TenantColumn;
  category_id: string;
  category_name: string;
  parent_category: string | null;
  channel_id: string;
  display_order: number;
  created_by: string | null;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

/** Whoever changes the tree of a channel raises its version, which locks the row: one at a time. */
export interface TicketCategoryTreesTable {
  tenant: TenantColumn;
  channel_id: string;
  version: number;
}

export interface ServiceCategoriesTable {
  tenant: TenantColumn;
  category_id: string;
  category_name: string;
  description: string | null;
  is_active: boolean;
  display_order: number;
  created_by: string | null;
  updated_by: string | null;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface CategoryTables {
  ticket_categories: TicketCategoriesTable;
  ticket_category_trees: TicketCategoryTreesTable;
  service_categories: ServiceCategoriesTable;
}
