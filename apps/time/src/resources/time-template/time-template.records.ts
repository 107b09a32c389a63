import type { CreateTimeTemplate, TimeTemplateListQuery } from '@psa/contracts-time';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../time-app.ts';
import type { TimeTemplatesTable } from './time-template.tables.ts';

export type TimeTemplateRecord = Selectable<TimeTemplatesTable>;

const order: ListOrder = {
  columns: {
    template_name: 'time_templates.template_name',
    created_at: 'time_templates.created_at',
    updated_at: 'time_templates.updated_at',
  },
  id: { ref: 'time_templates.template_id', name: 'template_id' },
};

/** One page of a person's templates. */
export function listTimeTemplates(db: Db, query: z.infer<typeof TimeTemplateListQuery>, userId: string): Promise<Page<TimeTemplateRecord>> {
  let rows = db.selectFrom('time_templates').selectAll().where('user_id', '=', userId);
  if (query.is_active !== undefined) rows = rows.where('is_active', '=', query.is_active);
  if (query.search !== undefined) rows = rows.where('template_name', 'ilike', containsPattern(query.search));
  if (query.created_from !== undefined) rows = rows.where('created_at', '>=', query.created_from);
  if (query.created_to !== undefined) rows = rows.where('created_at', '<=', query.created_to);
  if (query.updated_from !== undefined) rows = rows.where('updated_at', '>=', query.updated_from);
  if (query.updated_to !== undefined) rows = rows.where('updated_at', '<=', query.updated_to);
  return readPage<TimeTemplateRecord>(rows, order, query, async () => {
    const { count } = await rows
      .clearSelect()
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  });
}

export function insertTimeTemplate(db: Db, userId: string, input: CreateTimeTemplate): Promise<TimeTemplateRecord> {
  return db
    .insertInto('time_templates')
    .values({
      ...input,
      template_id: uuidv7(),
      user_id: userId,
      work_item_id: input.work_item_id ?? null,
      service_id: input.service_id ?? null,
      default_notes: input.default_notes ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @returns whether the person had such a template */
export async function deleteTimeTemplate(db: Db, userId: string, templateId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('time_templates')
    .where('template_id', '=', templateId)
    .where('user_id', '=', userId)
    .returning('template_id')
    .executeTakeFirst();
  return deleted !== undefined;
}
