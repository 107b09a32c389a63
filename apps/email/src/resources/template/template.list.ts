import type { TemplateListQuery } from '@psa/contracts-email';
import { containsPattern, type ListOrder, type Page, readPage, readRowCount } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../email-app.ts';
import type { TemplateRecord } from './template.records.ts';

const order: ListOrder = {
  columns: { created_at: 'created_at', updated_at: 'updated_at', template_key: 'template_key' },
  id: { ref: 'template_id', name: 'template_id' },
};

/** One page of the templates that pass every filter. */
export function listTemplates(db: Db, query: TemplateListQuery): Promise<Page<TemplateRecord>> {
  const conditions: RawBuilder<SqlBool>[] = [];
  const when = <T>(value: T | undefined, make: (value: T) => RawBuilder<SqlBool>) => {
    if (value !== undefined) conditions.push(make(value));
  };
  when(query.search, (text) => sql`(template_key ilike ${containsPattern(text)} or subject ilike ${containsPattern(text)})`);
  when(query.template_key, (key) => sql`template_key = ${key}`);
  when(query.language, (language) => sql`language = ${language}`);
  when(query.created_from, (from) => sql`created_at >= ${from}`);
  when(query.created_to, (to) => sql`created_at <= ${to}`);
  when(query.updated_from, (from) => sql`updated_at >= ${from}`);
  when(query.updated_to, (to) => sql`updated_at <= ${to}`);
  const matching = db.selectFrom('email_templates').where((eb) => eb.and(conditions));
  return readPage<TemplateRecord>(matching.selectAll(), order, query, async () => {
    if (conditions.length === 0) return readRowCount(db, 'email_templates');
    return (await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()).count;
  });
}
