import { invalidField, isUuid } from '@psa/contract-kit';
import { type AvailableReferenceData, type ReferenceItem, serviceCategoryEvents, ticketCategoryEvents } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { addToRowCount } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../desk-app.ts';
import { insertCategory, lockTree } from '../category/ticket-category.records.ts';
import { createChannelIn } from '../channel/channel.actions.ts';
import { findChannels, holdChannel } from '../channel/channel.records.ts';
import { createPriorityIn } from '../priority/priority.actions.ts';
import { findPriorities } from '../priority/priority.records.ts';
import { insertStatus } from '../project/project-status/project-status.actions.ts';
import { projectStatuses, standardWordOf } from '../project/project-status/project-status.records.ts';
import { createReferenceTypeIn } from '../reference-type/reference-type.actions.ts';
import { findReferenceTypes } from '../reference-type/reference-type.records.ts';
import type { ReferenceTypeKind } from '../reference-type/reference-type.tables.ts';
import { createStatusIn } from '../ticket-status/ticket-status.actions.ts';
import { findStatuses } from '../ticket-status/ticket-status.records.ts';
import {
  STANDARD_CATEGORIES,
  STANDARD_CHANNELS,
  STANDARD_SERVICE_CATEGORIES,
  STANDARD_SERVICE_TYPES,
  standardPriorities,
  standardStatuses,
  standardTypes,
  WAITING_STATUS,
} from '../standard-set/standard-items.ts';

interface ExistingItem {
  readonly id: string;
  readonly name: string;
  readonly order: number;
  readonly parent: string | null;
}

/** Where standard items of a type go. */
interface Target {
  readonly items: readonly ReferenceItem[];
  existing(db: Db): Promise<ExistingItem[]>;
}

/** A table of the desk. */
export interface OwnTarget extends Target {
  /** Keeps others than imports from changing what is there, which is read afterwards. */
  lock?(tx: Tx): Promise<void>;
  /** @returns id of the new row */
  insert(tx: Tx, item: ReferenceItem, parent: string | null): Promise<string>;
}

/** Another service, asked outside of transactions. */
export interface OutsideTarget extends Target {
  /** All or none; what is there already stays as it is. */
  insertAll(db: Db, items: readonly ReferenceItem[]): Promise<readonly { readonly id: string; readonly is_new: boolean }[]>;
}

export type ReferenceTarget = OwnTarget | OutsideTarget;

/** @throws VALIDATION_ERROR for filters that do not fit the type */
export function targetOf(
  ports: Ports,
  dataType: AvailableReferenceData['data_type'],
  filters: AvailableReferenceData['filters'] = {},
): ReferenceTarget {
  switch (dataType) {
    case 'channels':
    case 'boards':
      return channels;
    case 'priorities':
      if (filters.item_type === 'project') throw invalidField(['filters', 'item_type'], 'has no priorities');
      return priorities(filters.item_type ?? 'ticket');
    case 'statuses':
      if (filters.item_type === 'project') return projectStatusTarget;
      if (filters.item_type === 'project_task') throw invalidField(['filters', 'item_type'], 'has its statuses in each project');
      return statuses(channelOf(filters));
    case 'categories':
      return categories(channelOf(filters));
    case 'service_categories':
      return serviceCategories;
    case 'service_types':
      return serviceTypes(ports);
    case 'task_types':
      return types('task');
    case 'interaction_types':
      return types('interaction');
  }
}

function channelOf({ channel_id, board_id }: NonNullable<AvailableReferenceData['filters']>): string {
  if (channel_id !== undefined && board_id !== undefined && channel_id !== board_id)
    throw invalidField(['filters', 'board_id'], 'differs from channel_id');
  const id = channel_id ?? board_id;
  if (id === undefined) throw invalidField(['filters', 'channel_id'], 'is required', 'required');
  return id;
}

const channels: OwnTarget = {
  items: STANDARD_CHANNELS,
  existing: async (db) =>
    (await findChannels(db)).map(({ channel_id, channel_name, display_order }) => ({
      id: channel_id,
      name: channel_name,
      order: display_order,
      parent: null,
    })),
  async insert(tx, { name, description, display_order, is_default = false }) {
    // A second default is none.
    const hasDefault = (await findChannels(tx)).some((channel) => channel.is_default);
    const row = await createChannelIn(tx, { channel_name: name, description, display_order, is_default: is_default && !hasDefault });
    return row.channel_id;
  },
};

const priorities = (item_type: 'ticket' | 'project_task'): OwnTarget => ({
  items: standardPriorities(item_type),
  existing: async (db) =>
    (await findPriorities(db, item_type)).map(({ priority_id, priority_name, order_number }) => ({
      id: priority_id,
      name: priority_name,
      order: order_number,
      parent: null,
    })),
  insert: async (tx, { name, color, description, display_order }) =>
    (await createPriorityIn(tx, { priority_name: name, item_type, color, description, order_number: display_order })).priority_id,
});

const statuses = (channelId: string): OwnTarget => ({
  items: standardStatuses('ticket'),
  existing: async (db) => {
    await requireChannel(db, channelId);
    return (await findStatuses(db, channelId)).map(({ status_id, name, order_number }) => ({
      id: status_id,
      name,
      order: order_number,
      parent: null,
    }));
  },
  async insert(tx, { name, is_closed, is_default = false, display_order }) {
    const hasDefault = (await findStatuses(tx, channelId)).some((status) => status.is_default);
    const row = await createStatusIn(tx, channelId, {
      name,
      is_closed,
      is_default: is_default && !hasDefault,
      pauses_sla: name === WAITING_STATUS,
      order_number: display_order,
    });
    return row.status_id;
  },
});

const projectStatusTarget: OwnTarget = {
  items: standardStatuses('project'),
  existing: async (db) =>
    (await db.transaction(projectStatuses)).map(({ status_id, status_name, order_number }) => ({
      id: status_id,
      name: status_name,
      order: order_number,
      parent: null,
    })),
  async insert(tx, { name, is_closed = false, display_order }) {
    const standard = standardWordOf(name);
    const isTaken = (await projectStatuses(tx)).some(({ word }) => word === standard);
    const word = isTaken ? null : standard;
    return (await insertStatus(tx, { word, status_name: name, is_closed, is_default: false, order_number: display_order })).status_id;
  },
};

const categories = (channelId: string): OwnTarget => ({
  items: STANDARD_CATEGORIES,
  existing: async (db) => {
    await requireChannel(db, channelId);
    const rows = await db.selectFrom('ticket_categories').selectAll().where('channel_id', '=', channelId).execute();
    return rows.map(({ category_id, category_name, display_order, parent_category }) => ({
      id: category_id,
      name: category_name,
      order: display_order,
      parent: parent_category,
    }));
  },
  async lock(tx) {
    await requireChannel(tx, channelId);
    await holdChannel(tx, channelId);
    await lockTree(tx, channelId);
  },
  async insert(tx, { name, display_order }, parent) {
    const row = await insertCategory(tx, {
      category_id: uuidv7(),
      category_name: name,
      parent_category: parent,
      channel_id: channelId,
      display_order,
      created_by: personOf(tx),
    });
    const { category_id, category_name, parent_category } = row;
    emit(tx, ticketCategoryEvents.created, { category_id, category_name, parent_category, channel_id: channelId }, row.version);
    return category_id;
  },
});

const serviceCategories: OwnTarget = {
  items: STANDARD_SERVICE_CATEGORIES,
  existing: async (db) => {
    const rows = await db.selectFrom('service_categories').select(['category_id', 'category_name', 'display_order']).execute();
    return rows.map(({ category_id, category_name, display_order }) => ({
      id: category_id,
      name: category_name,
      order: display_order,
      parent: null,
    }));
  },
  async insert(tx, { name, description, display_order }) {
    const category_id = uuidv7();
    await tx
      .insertInto('service_categories')
      .values({
        category_id,
        category_name: name,
        description,
        is_active: true,
        display_order,
        created_by: personOf(tx),
        updated_by: personOf(tx),
      })
      .execute();
    addToRowCount(tx, 'service_categories', 1);
    emit(tx, serviceCategoryEvents.created, { category_id, category_name: name, is_active: true }, 1);
    return category_id;
  },
};

const types = (kind: ReferenceTypeKind): OwnTarget => ({
  items: standardTypes(kind),
  existing: async (db) =>
    (await findReferenceTypes(db, kind)).map(({ type_id, type_name, display_order }) => ({
      id: type_id,
      name: type_name,
      order: display_order,
      parent: null,
    })),
  async insert(tx, { name, type_key, color = null, icon = null, display_order }) {
    const taken = (await findReferenceTypes(tx, kind)).some((type) => type.type_key === type_key);
    // Under another name it is another type.
    const row = await createReferenceTypeIn(tx, kind, {
      type_name: name,
      ...(type_key !== undefined && !taken && { type_key }),
      color,
      icon,
      display_order,
    });
    return row.type_id;
  },
});

const serviceTypes = ({ services }: Ports): OutsideTarget => ({
  items: STANDARD_SERVICE_TYPES,
  existing: async ({ context }) =>
    (await services.serviceTypes(context)).map(({ service_type_id, name, order_number }) => ({
      id: service_type_id,
      name,
      order: order_number,
      parent: null,
    })),
  insertAll: async ({ context }, items) =>
    (
      await services.importServiceTypes(
        context,
        items.map(({ name, billing_method = 'hourly', display_order }) => ({ name, billing_method, order_number: display_order })),
      )
    ).map(({ service_type_id, is_new }) => ({ id: service_type_id, is_new })),
});

async function requireChannel(db: Db, channelId: string): Promise<void> {
  const row = await db.selectFrom('channels').select('channel_id').where('channel_id', '=', channelId).executeTakeFirst();
  if (row === undefined) throw invalidField(['filters', 'channel_id'], 'is not a channel of this tenant', 'unknown_reference');
}

function personOf({ context }: Tx): string | null {
  return isUuid(context.actor.id) ? context.actor.id : null;
}
