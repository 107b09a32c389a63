import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** When an open ticket is overdue; null while it is not going to be. */
const DUE = 'least(due_date, case when sla_paused_since is null then resolution_due_at end)';

const OF_TICKETS: Readonly<Record<string, readonly [key: string, amount: string, condition: string]>> = {
  status: ['status_id::text', 'count(*)', 'true'],
  priority: ['priority_id::text', 'count(*)', 'priority_id is not null'],
  category: ['category_id::text', 'count(*)', 'category_id is not null'],
  subcategory: ['subcategory_id::text', 'count(*)', 'subcategory_id is not null'],
  closed: ["''", 'count(*)', 'is_closed'],
  unassigned: ["''", 'count(*)', 'not is_closed and assigned_to is null'],
  resolved: ["''", 'count(*)', 'closed_at is not null'],
  resolution_seconds: ["''", 'sum(round(extract(epoch from closed_at - entered_at)))::bigint', 'closed_at is not null'],
};

/** Figures of tickets and tags that their writers keep, and the indexes of what is counted when it is asked for. */
export const figuresMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'desk', 'figures', {
      key: ['subject', 'part', 'kind', 'key', 'slot'],
      columns:
        'subject text not null, part text not null, kind text not null, key text not null, slot integer not null, amount bigint not null',
    });
    for (const [kind, [key, amount, condition]] of Object.entries(OF_TICKETS))
      await sql
        .raw(
          `insert into figures (tenant, subject, part, kind, key, slot, amount)
            select tenant, 'ticket', channel_id::text, '${kind}', ${key}, 0, ${amount} from tickets where ${condition} group by 1, 3, 5`,
        )
        .execute(db);
    await sql
      .raw(
        `insert into figures (tenant, subject, part, kind, key, slot, amount)
          select tenant, 'tag', tagged_type, 'use', definition_id::text, 0, count(*) from tag_mappings group by 1, 3, 5`,
      )
      .execute(db);
    for (const statement of [
      `create index tickets_overdue on tickets (tenant, (${DUE})) where not is_closed`,
      'drop index tickets_category',
      'drop index tickets_subcategory',
      'create index tickets_category on tickets (tenant, category_id, entered_at) where category_id is not null',
      'create index tickets_subcategory on tickets (tenant, subcategory_id, entered_at) where subcategory_id is not null',
    ])
      await sql.raw(statement).execute(db);
  },
};
