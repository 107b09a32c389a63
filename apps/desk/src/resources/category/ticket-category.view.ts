import type { TicketCategory, TicketCategoryNode } from '@psa/contracts-desk';
import { childrenByParent, type Placed } from './category-tree.rules.ts';
import type { TicketCategoryRecord } from './ticket-category.records.ts';

/** A category as the API shows it. */
export function toTicketCategory(row: Placed<TicketCategoryRecord>): TicketCategory {
  return {
    category_id: row.category_id,
    category_name: row.category_name,
    parent_category: row.parent_category,
    channel_id: row.channel_id,
    display_order: row.display_order,
    depth: row.depth,
    path: row.path,
    children_count: row.children_count,
    created_by: row.created_by,
    created_at: row.created_at,
    updated_at: row.updated_at,
    tenant: row.tenant,
  };
}

/** The roots with what lies in them. */
export function toTree(rows: readonly Placed<TicketCategoryRecord>[], usage: ReadonlyMap<string, number>): TicketCategoryNode[] {
  const children = childrenByParent(rows);
  const node = (row: Placed<TicketCategoryRecord>): TicketCategoryNode => ({
    category_id: row.category_id,
    category_name: row.category_name,
    parent_category: row.parent_category,
    channel_id: row.channel_id,
    depth: row.depth,
    path: row.path,
    order: row.display_order,
    usage_count: usage.get(row.category_id) ?? 0,
    children: (children.get(row.category_id) ?? []).map(node),
  });
  return (children.get(null) ?? []).map(node);
}
