import { notFound } from '@psa/contract-kit';
import { type Priority, priorityRoutes } from '@psa/contracts-desk';
import { versioned } from '@psa/http-kit';
import { type MemoryOrder, pageOf } from '@psa/postgres-kit';
import { handlers } from '../../desk-app.ts';
import { sortNumber } from '../sort-number.ts';
import { ensureStandardSet } from '../standard-set/standard-set.actions.ts';
import { createPriority, deletePriority, updatePriority } from './priority.actions.ts';
import { findPriorities, findPriority, type PriorityRecord } from './priority.records.ts';

function toPriority(row: PriorityRecord): Priority {
  const { version: _, ...members } = row;
  return members;
}

const order: MemoryOrder<PriorityRecord> = {
  valueOf: (row, sort) =>
    sort === 'order_number' ? sortNumber(row.order_number) + row.priority_name : String(row[sort as keyof PriorityRecord]),
  idOf: ({ priority_id }) => priority_id,
};

export const priorityHandlers = handlers(priorityRoutes, {
  listPriorities: async ({ db, query }) => {
    await ensureStandardSet(db);
    const { search = '', priority_name = '', created_from, created_to, updated_from, updated_to } = query;
    const rows = (await findPriorities(db, query.item_type)).filter(
      (row) =>
        `${row.priority_name}\n${row.description ?? ''}`.toLowerCase().includes(search.toLowerCase()) &&
        row.priority_name.toLowerCase().includes(priority_name.toLowerCase()) &&
        (created_from === undefined || row.created_at >= created_from) &&
        (created_to === undefined || row.created_at <= created_to) &&
        (updated_from === undefined || row.updated_at >= updated_from) &&
        (updated_to === undefined || row.updated_at <= updated_to),
    );
    const page = pageOf(rows, order, query);
    return { data: page.rows.map(toPriority), pagination: page.pagination };
  },
  createPriority: async ({ db, body }) => {
    const row = await createPriority(db, body);
    return versioned({ data: toPriority(row) }, row.version, `/api/v1/priorities/${row.priority_id}`);
  },
  getPriority: async ({ db, params }) => {
    const row = await findPriority(db, params.id);
    if (row === undefined) throw notFound('Priority');
    return versioned({ data: toPriority(row) }, row.version);
  },
  updatePriority: async ({ db, params, body, ifMatch }) => {
    const row = await updatePriority(db, params.id, body, ifMatch);
    return versioned({ data: toPriority(row) }, row.version);
  },
  deletePriority: ({ db, params, ifMatch }) => deletePriority(db, params.id, ifMatch),
});
