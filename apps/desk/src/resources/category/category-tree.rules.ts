/** What the tree needs of a category. */
export interface TreeItem {
  readonly category_id: string;
  readonly category_name: string;
  readonly parent_category: string | null;
  readonly display_order: number;
}

/** A category with its place in the tree. */
export type Placed<Item extends TreeItem> = Item & { readonly depth: number; readonly path: string; readonly children_count: number };

/** Children by parent, each in order; the roots are under null. */
export function childrenByParent<Item extends TreeItem>(items: readonly Item[]): Map<string | null, Item[]> {
  const grouped = Map.groupBy(items, ({ parent_category }) => parent_category);
  for (const siblings of grouped.values()) siblings.sort(inOrder);
  return grouped;
}

function inOrder(one: TreeItem, other: TreeItem): number {
  return one.display_order - other.display_order || (one.category_id < other.category_id ? -1 : 1);
}

/** Every category with its place, parents before their children. */
export function placed<Item extends TreeItem>(items: readonly Item[]): Placed<Item>[] {
  const children = childrenByParent(items);
  const result: Placed<Item>[] = [];
  const visit = (siblings: readonly Item[], depth: number, above: string) => {
    for (const item of siblings) {
      const path = above === '' ? item.category_name : `${above} > ${item.category_name}`;
      const inside = children.get(item.category_id) ?? [];
      result.push({ ...item, depth, path, children_count: inside.length });
      visit(inside, depth + 1, path);
    }
  };
  visit(children.get(null) ?? [], 0, '');
  return result;
}

/** A category and all that lie in it, parents before their children. */
export function subtreeOf<Item extends TreeItem>(items: readonly Item[], categoryId: string): Item[] {
  const children = childrenByParent(items);
  const result = items.filter(({ category_id }) => category_id === categoryId);
  for (let index = 0; index < result.length; index++) result.push(...(children.get((result[index] as Item).category_id) ?? []));
  return result;
}

/** Categories above one. */
export function depthOf(items: readonly TreeItem[], categoryId: string | null): number {
  const byId = new Map(items.map((item) => [item.category_id, item]));
  let depth = -1;
  for (let id = categoryId; id !== null; id = byId.get(id)?.parent_category ?? null) depth++;
  return depth;
}

/** Levels of a category and what lies in it. */
export function heightOf(items: readonly TreeItem[], categoryId: string): number {
  const inside = childrenByParent(items).get(categoryId) ?? [];
  return 1 + Math.max(0, ...inside.map(({ category_id }) => heightOf(items, category_id)));
}

/** What a move would do: the new order of the siblings it joins and of those it leaves, from 0 on. */
export interface Move {
  readonly parent: string | null;
  readonly orders: ReadonlyMap<string, number>;
}

/**
 * Works out a move.
 * @param position place among the new siblings, counted without the moved one; behind the last when undefined
 * @returns undefined when the category would come to lie in itself
 */
export function planMove(
  items: readonly TreeItem[],
  categoryId: string,
  parent: string | null,
  position: number | undefined,
): Move | undefined {
  if (parent !== null && subtreeOf(items, categoryId).some(({ category_id }) => category_id === parent)) return undefined;
  const children = childrenByParent(items);
  const moved = items.find(({ category_id }) => category_id === categoryId);
  const left = children.get(moved?.parent_category ?? null) ?? [];
  const joined = (children.get(parent) ?? []).filter(({ category_id }) => category_id !== categoryId).map(({ category_id }) => category_id);
  joined.splice(position ?? joined.length, 0, categoryId);
  const orders = new Map(joined.map((id, index) => [id, index]));
  if (moved !== undefined && moved.parent_category !== parent)
    left
      .filter(({ category_id }) => category_id !== categoryId)
      .forEach(({ category_id }, index) => {
        orders.set(category_id, index);
      });
  return { parent, orders };
}
