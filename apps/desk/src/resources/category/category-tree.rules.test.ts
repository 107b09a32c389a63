import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { childrenByParent, depthOf, heightOf, placed, planMove, subtreeOf, type TreeItem } from './category-tree.rules.ts';

const item = (category_id: string, parent_category: string | null, display_order: number): TreeItem => ({
  category_id,
  category_name: category_id.toUpperCase(),
  parent_category,
  display_order,
});

/** a(b(c), d), e */
const tree = [item('a', null, 0), item('b', 'a', 0), item('c', 'b', 0), item('d', 'a', 1), item('e', null, 1)];

/** Applies a move the way the statements do. */
function apply(items: readonly TreeItem[], id: string, parent: string | null, position?: number): TreeItem[] | undefined {
  const move = planMove(items, id, parent, position);
  return (
    move &&
    items.map((one) => ({
      ...one,
      parent_category: one.category_id === id ? move.parent : one.parent_category,
      display_order: move.orders.get(one.category_id) ?? one.display_order,
    }))
  );
}

describe('the tree of categories', () => {
  it('gives each its depth, path and number of children', () => {
    expect(placed(tree).map(({ path, depth, children_count }) => [path, depth, children_count])).toEqual([
      ['A', 0, 2],
      ['A > B', 1, 1],
      ['A > B > C', 2, 0],
      ['A > D', 1, 0],
      ['E', 0, 0],
    ]);
  });

  it('knows what lies in a category', () => {
    expect(subtreeOf(tree, 'a').map(({ category_id }) => category_id)).toEqual(['a', 'b', 'd', 'c']);
    expect([depthOf(tree, 'c'), depthOf(tree, null), heightOf(tree, 'a'), heightOf(tree, 'e')]).toEqual([2, -1, 3, 1]);
  });

  it('lets nothing come to lie in itself', () => {
    expect(planMove(tree, 'a', 'a', undefined)).toBeUndefined();
    expect(planMove(tree, 'a', 'c', undefined)).toBeUndefined();
  });

  it('counts a position among the siblings after removal', () => {
    const orderOf = (items: readonly TreeItem[]) => (childrenByParent(items).get('a') ?? []).map(({ category_id }) => category_id);
    expect(orderOf(apply(tree, 'b', 'a', 1) ?? [])).toEqual(['d', 'b']);
    expect(orderOf(apply(tree, 'e', 'a', 1) ?? [])).toEqual(['b', 'e', 'd']);
  });

  it('stays a tree with a gapless order among siblings, whatever is moved', () => {
    const move = fc.record({ id: fc.nat(7), parent: fc.option(fc.nat(7)), position: fc.option(fc.nat(9), { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        let items: TreeItem[] = Array.from({ length: 8 }, (_, index) => item(String(index), null, index));
        for (const { id, parent, position } of moves) {
          items = apply(items, String(id), parent === null ? null : String(parent), position) ?? items;
          expect(placed(items)).toHaveLength(8);
          for (const siblings of childrenByParent(items).values())
            expect(siblings.map(({ display_order }) => display_order)).toEqual(siblings.map((_, index) => index));
        }
      }),
    );
  });
});
