import { notFound } from '@psa/contract-kit';
import { type TicketCategory, type TicketCategoryListQuery, ticketCategoryRoutes } from '@psa/contracts-desk';
import { type Answer, versioned } from '@psa/http-kit';
import { pageOf } from '@psa/postgres-kit';
import { type Db, handlers } from '../../desk-app.ts';
import { hiddenChannelsOf } from '../ticket/ticket.access.ts';
import { type Placed, placed } from './category-tree.rules.ts';
import { usageOfCategories } from './category-usage.records.ts';
import { channelOf, createCategory, deleteCategory, moveCategory, renameCategory } from './ticket-category.actions.ts';
import { findCategories, findCategory, type TicketCategoryRecord } from './ticket-category.records.ts';
import { toTicketCategory, toTree } from './ticket-category.view.ts';

/** The answer with a category and its place in the tree. @throws NOT_FOUND */
async function answer(db: Db, categoryId: string, location?: string): Promise<Answer<{ data: TicketCategory }>> {
  const known = await findCategory(db, categoryId);
  const tree = known === undefined ? [] : placed(await findCategories(db, known.channel_id));
  const row = tree.find(({ category_id }) => category_id === categoryId);
  if (row === undefined) throw notFound('Category');
  return versioned({ data: toTicketCategory(row) }, row.version, location);
}

function matches(row: Placed<TicketCategoryRecord>, query: TicketCategoryListQuery): boolean {
  const contains = (text: string | undefined) => !text || row.category_name.toLowerCase().includes(text.toLowerCase());
  const within = (value: string, from: string | undefined, to: string | undefined) =>
    (from === undefined || value >= from) && (to === undefined || value <= to);
  return (
    contains(query.search) &&
    contains(query.category_name) &&
    (query.parent_category === undefined || row.parent_category === query.parent_category) &&
    (query.is_parent === undefined || row.children_count > 0 === query.is_parent) &&
    (query.is_child === undefined || (row.parent_category !== null) === query.is_child) &&
    (query.depth === undefined || row.depth === query.depth) &&
    // Every ticket category can be chosen.
    query.active !== false &&
    query.is_active !== false &&
    within(row.created_at, query.created_from, query.created_to) &&
    within(row.updated_at, query.updated_from, query.updated_to)
  );
}

const order = {
  valueOf: (row: Placed<TicketCategoryRecord>, sort: string) =>
    sort === 'display_order'
      ? String(row.display_order).padStart(7, '0')
      : String(row[sort as 'category_name' | 'created_at' | 'updated_at']).toLowerCase(),
  idOf: (row: Placed<TicketCategoryRecord>) => row.category_id,
};

export const ticketCategoryHandlers = handlers(ticketCategoryRoutes, {
  listTicketCategories: async ({ db, query }) => {
    const rows = placed(await findCategories(db, channelOf(query))).filter((row) => matches(row, query));
    const { rows: shown, pagination } = pageOf(rows, order, query);
    return { data: shown.map(toTicketCategory), pagination };
  },

  createTicketCategory: async ({ db, body }) => {
    const { category_id } = await createCategory(db, body);
    return answer(db, category_id, `/api/v1/categories/ticket/${category_id}`);
  },

  getTicketCategoryTree: async ({ db, principal, query }) => {
    const channel_id = channelOf(query);
    const hidden = await hiddenChannelsOf(db, principal);
    const [rows, counts] = await Promise.all([findCategories(db, channel_id), usageOfCategories(db, hidden)]);
    return { data: toTree(placed(rows), counts) };
  },

  getTicketCategory: ({ db, params }) => answer(db, params.id),

  updateTicketCategory: async ({ db, params, body, ifMatch }) => {
    await renameCategory(db, params.id, body.category_name, ifMatch);
    return answer(db, params.id);
  },

  moveTicketCategory: async ({ db, params, body, ifMatch }) => {
    await moveCategory(db, params.id, body, ifMatch);
    return answer(db, params.id);
  },

  deleteTicketCategory: ({ db, params, ifMatch }) => deleteCategory(db, params.id, ifMatch),
});
