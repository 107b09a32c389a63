import { type ApiError, assertNoDependencies, conflict, dependency, invalidField, isUuid, notFound } from '@psa/contract-kit';
import { type CreateTicketCategory, MAX_CATEGORY_DEPTH, type MoveTicketCategory, ticketCategoryEvents } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../desk-app.ts';
import { depthOf, heightOf, planMove, subtreeOf } from './category-tree.rules.ts';
import { countTicketsIn, requireChannel } from './category-usage.records.ts';
import { findCategory, insertCategory, lockTree, type TicketCategoryRecord, updateCategoryRow } from './ticket-category.records.ts';

/** Max categories of a channel: its tree is read whole. */
const MAX_CATEGORIES = 2000;

/** Creates a category, behind the last of its siblings. @throws NOT_FOUND for the parent, VALIDATION_ERROR, CONFLICT when the name is taken */
export function createCategory(db: Db, input: CreateTicketCategory): Promise<TicketCategoryRecord> {
  const channelId = channelOf(input);
  if (channelId === undefined) throw invalidField('channel_id', 'is required', 'required');
  return db.transaction(async (tx) => {
    const parentId = input.parent_category ?? null;
    const parent = parentId === null ? undefined : await findCategory(tx, parentId);
    if (parentId !== null && parent === undefined) throw notFound('Parent category');
    await requireChannel(tx, channelId);
    if (parent !== undefined && parent.channel_id !== channelId)
      throw invalidField('parent_category', 'is a category of another channel', 'foreign_reference');
    const items = await lockTree(tx, channelId);
    if (items.length >= MAX_CATEGORIES) throw conflict(`A channel has ${MAX_CATEGORIES} categories at most`);
    if (depthOf(items, parentId) + 1 > MAX_CATEGORY_DEPTH) throw tooDeep('parent_category');
    const siblings = items.filter(({ parent_category }) => parent_category === parentId);
    const row = await insertCategory(tx, {
      category_id: uuidv7(),
      category_name: input.category_name,
      parent_category: parentId,
      channel_id: channelId,
      display_order: Math.max(-1, ...siblings.map(({ display_order }) => display_order)) + 1,
      created_by: isUuid(tx.context.actor.id) ? tx.context.actor.id : null,
    }).catch(nameTaken);
    emit(tx, ticketCategoryEvents.created, factsOf(row), row.version);
    return row;
  });
}

/** Renames a category. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT when the name is taken */
export function renameCategory(db: Db, categoryId: string, name: string | undefined, accepted: Accepted): Promise<TicketCategoryRecord> {
  return db.transaction(async (tx) => {
    const { category } = await lockCategory(tx, categoryId, accepted);
    if (name === undefined || name === category.category_name) return category;
    const row = await updateCategoryRow(tx, categoryId, { category_name: name }).catch(nameTaken);
    emit(tx, ticketCategoryEvents.updated, factsOf(row), row.version);
    return row;
  });
}

/** Moves a category with all that lies in it. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, CONFLICT when the name is taken there */
export function moveCategory(db: Db, categoryId: string, input: MoveTicketCategory, accepted: Accepted): Promise<TicketCategoryRecord> {
  return db.transaction(async (tx) => {
    const { category, items } = await lockCategory(tx, categoryId, accepted);
    const parentId = input.new_parent_id ?? null;
    if (parentId !== null && items.every(({ category_id }) => category_id !== parentId)) {
      if ((await findCategory(tx, parentId)) === undefined) throw notFound('Parent category');
      throw invalidField('new_parent_id', 'is a category of another channel', 'foreign_reference');
    }
    const move = planMove(items, categoryId, parentId, input.position);
    if (move === undefined) throw invalidField('new_parent_id', 'lies in the category itself', 'circular_reference');
    if (depthOf(items, parentId) + heightOf(items, categoryId) > MAX_CATEGORY_DEPTH) throw tooDeep('new_parent_id');
    const moved = items.filter(({ category_id, display_order }) => (move.orders.get(category_id) ?? display_order) !== display_order);
    if (category.parent_category === parentId && moved.length === 0) return category;
    let result = category;
    for (const item of category.parent_category === parentId || moved.includes(category) ? moved : [...moved, category]) {
      const row = await updateCategoryRow(tx, item.category_id, {
        display_order: move.orders.get(item.category_id) ?? item.display_order,
        ...(item === category && { parent_category: parentId }),
      }).catch(nameTaken);
      emit(tx, ticketCategoryEvents.updated, factsOf(row), row.version);
      if (item === category) result = row;
    }
    return result;
  });
}

/**
 * Deletes a category.
 * @param force deletes what lies in it as well
 * @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT while categories lie in it or tickets use it
 */
export async function deleteCategory(db: Db, categoryId: string, accepted?: Accepted, force = false): Promise<void> {
  await db.transaction(async (tx) => {
    const { items } = await lockCategory(tx, categoryId, accepted);
    const subtree = subtreeOf(items, categoryId);
    const ids = subtree.map(({ category_id }) => category_id);
    const children = force ? 0 : subtree.length - 1;
    const tickets = await countTicketsIn(tx, ids);
    assertNoDependencies('category', [
      dependency('category', children, 'category', 'categories'),
      dependency('ticket', tickets, 'ticket', 'tickets'),
    ]);
    await tx.deleteFrom('ticket_categories').where('category_id', 'in', ids).execute();
    for (const { category_id, channel_id, version } of subtree)
      emit(tx, ticketCategoryEvents.deleted, { category_id, channel_id }, version + 1);
  });
}

/** The channel a caller names by either of its names. @throws VALIDATION_ERROR when the two differ */
export function channelOf({
  channel_id,
  board_id,
}: {
  channel_id?: string | undefined;
  board_id?: string | undefined;
}): string | undefined {
  if (channel_id !== undefined && board_id !== undefined && channel_id !== board_id)
    throw invalidField('board_id', 'names another channel than channel_id', 'contradiction');
  return channel_id ?? board_id;
}

/** A category with all of its channel; the tree is locked until the transaction ends. */
async function lockCategory(tx: Tx, categoryId: string, accepted: Accepted) {
  const known = await findCategory(tx, categoryId);
  if (known === undefined) throw notFound('Category');
  const items = await lockTree(tx, known.channel_id);
  const category = items.find(({ category_id }) => category_id === categoryId);
  if (category === undefined) throw notFound('Category');
  demandVersion(accepted, category.version);
  return { category, items };
}

function tooDeep(field: string): ApiError {
  return invalidField(field, `would lead to more than ${MAX_CATEGORY_DEPTH} levels below the root`, 'too_deep');
}

function nameTaken(error: unknown): never {
  if (!violates(error, 'ticket_categories_name')) throw error;
  throw conflict('A category of this name exists already', [
    { code: 'duplicate', path: ['category_name'], message: 'is the name of a sibling' },
  ]);
}

function factsOf({ category_id, category_name, channel_id, parent_category }: TicketCategoryRecord) {
  return { category_id, category_name, channel_id, parent_category };
}
