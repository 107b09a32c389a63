import type { CategorySearchQuery } from '@psa/contracts-desk';
import { containsPattern } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../desk-app.ts';

/** Points for the name: 100 when it is the text, 75 when it begins with it, 50 when it contains it. */
function nameScore(term: string) {
  return sql<number>`case when lower(category_name) = ${term.toLowerCase()} then 100
    when starts_with(lower(category_name), ${term.toLowerCase()}) then 75
    when category_name ilike ${containsPattern(term)} then 50 else 0 end`;
}

/** Ticket categories with the text in their name, the most relevant first. */
export function searchTicketCategories(db: Db, { search_term, channel_id, page, limit, offset = (page - 1) * limit }: CategorySearchQuery) {
  return db
    .selectFrom('ticket_categories')
    .select([
      'category_id',
      'category_name',
      'parent_category',
      'channel_id',
      sql<null>`null`.as('description'),
      sql<boolean>`true`.as('is_active'),
      nameScore(search_term).as('relevance_score'),
      sql<number>`count(*) over ()`.as('total'),
    ])
    .where('category_name', 'ilike', containsPattern(search_term))
    .$if(channel_id !== undefined, (rows) => rows.where('channel_id', '=', channel_id ?? ''))
    .orderBy('relevance_score', 'desc')
    .orderBy('category_name')
    .orderBy('category_id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Service categories with the text in their name or description, the most relevant first. */
export function searchServiceCategories(
  db: Db,
  { search_term, include_inactive, page, limit, offset = (page - 1) * limit }: CategorySearchQuery,
) {
  const pattern = containsPattern(search_term);
  return db
    .selectFrom('service_categories')
    .select([
      'category_id',
      'category_name',
      sql<null>`null`.as('parent_category'),
      sql<null>`null`.as('channel_id'),
      'description',
      'is_active',
      sql<number>`(${nameScore(search_term)}) + (case when description ilike ${pattern} then 25 else 0 end)`.as('relevance_score'),
      sql<number>`count(*) over ()`.as('total'),
    ])
    .where((eb) => eb.or([eb('category_name', 'ilike', pattern), eb('description', 'ilike', pattern)]))
    .$if(include_inactive !== true, (rows) => rows.where('is_active', '=', true))
    .orderBy('relevance_score', 'desc')
    .orderBy('category_name')
    .orderBy('category_id')
    .limit(limit)
    .offset(offset)
    .execute();
}
