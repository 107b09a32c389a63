import type { Db, Tx } from '../../desk-app.ts';

/** How often a category is used, and when last. */
export interface CategoryUsage {
  readonly category_id: string;
  readonly usage_count: number;
  readonly last_used: string | null;
}

/** @throws VALIDATION_ERROR when the tenant has no such channel */
export async function requireChannel(_tx: Tx, _channelId: string): Promise<void> {}

/** How many tickets are in any of the categories, as category or as subcategory. */
export async function countTicketsIn(_tx: Tx, _categoryIds: readonly string[]): Promise<number> {
  return 0;
}

/** How often categories are used by tickets. */
export async function ticketUsage(
  _db: Db,
  _selection: { channel_id?: string | undefined; date_from?: string | undefined; date_to?: string | undefined },
): Promise<CategoryUsage[]> {
  return [];
}
