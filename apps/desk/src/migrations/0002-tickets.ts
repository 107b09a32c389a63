import { createTenantTable, createTextIndex, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';
import { ticketTexts } from '../resources/ticket/ticket-texts.tables.ts';

/** Tickets with their comments, checklists, watchers, agents and history. */
export const ticketsMigration: Migration = {
  async up(db: MigrationDb) {
    const table = (name: string, key: string[], columns: string) => createTenantTable(db, 'desk', name, { key, columns });
    await table(
      'ticket_sequences',
      ['name'],
      'name text not null, prefix text not null, padding_length integer not null, last_number bigint not null',
    );
    await table(
      'tickets',
      ['ticket_id'],
      `ticket_id uuid not null, ticket_number text not null, title text not null, description text, url text, channel_id uuid not null,
       client_id uuid, location_id uuid, contact_name_id uuid, status_id uuid not null, priority_id uuid, category_id uuid, subcategory_id uuid,
       assigned_to uuid, assigned_team_id uuid, parent_ticket_id uuid, merged_into uuid, related_ticket_id uuid, source text not null,
       attributes jsonb not null, tags text[] not null, flags text[] not null, response_state text, due_date timestamptz(3),
       is_closed boolean not null, response_due_at timestamptz(3), resolution_due_at timestamptz(3), first_response_at timestamptz(3),
       sla_paused_since timestamptz(3), sla_paused_minutes integer not null default 0, response_breached_at timestamptz(3),
       resolution_breached_at timestamptz(3), comment_count integer not null default 0, public_comment_count integer not null default 0,
       entered_by uuid, entered_at timestamptz(3) not null default now(), updated_by uuid, updated_at timestamptz(3) not null default now(),
       closed_by uuid, closed_at timestamptz(3), version integer not null default 1,
       foreign key (tenant, channel_id) references channels,
       foreign key (tenant, status_id) references ticket_statuses,
       foreign key (tenant, priority_id) references priorities`,
    );
    await table(
      'ticket_comments',
      ['comment_id'],
      `comment_id uuid not null, ticket_id uuid not null, comment_text text not null, comment_html text, full_text text,
       is_internal boolean not null, is_resolution boolean not null, time_spent double precision, created_by uuid, author_type text not null,
       contact_id uuid, author_name text, author_email text, thread_id uuid, parent_comment_id uuid, metadata jsonb not null,
       attachments jsonb not null, by_mail boolean not null, moved_from uuid, created_at timestamptz(3) not null default now(),
       updated_at timestamptz(3), deleted_at timestamptz(3), foreign key (tenant, ticket_id) references tickets on delete cascade`,
    );
    await table(
      'ticket_history',
      ['history_id'],
      `history_id uuid not null, ticket_id uuid not null, action text not null, changes jsonb not null, reason text, actor_id text,
       actor_type text not null, created_at timestamptz(3) not null default now(),
       foreign key (tenant, ticket_id) references tickets on delete cascade`,
    );
    await table(
      'ticket_checklist_items',
      ['checklist_item_id'],
      `checklist_item_id uuid not null, ticket_id uuid not null, item_text text not null, is_required boolean not null,
       is_completed boolean not null, completed_by uuid, completed_at timestamptz(3), order_number integer not null,
       created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
       foreign key (tenant, ticket_id) references tickets on delete cascade`,
    );
    await table(
      'ticket_watchers',
      ['watcher_id'],
      `watcher_id uuid not null, ticket_id uuid not null, user_id uuid, contact_name_id uuid, email text,
       created_at timestamptz(3) not null default now(), foreign key (tenant, ticket_id) references tickets on delete cascade`,
    );
    await table(
      'ticket_agents',
      ['ticket_id', 'user_id'],
      `ticket_id uuid not null, user_id uuid not null, created_at timestamptz(3) not null default now(),
       foreign key (tenant, ticket_id) references tickets on delete cascade`,
    );
    // No key to the ticket: an entry may be heard of before its ticket, and is counted when both are here.
    await table(
      'ticket_time_entries',
      ['entry_id'],
      'entry_id uuid not null, ticket_id uuid not null, minutes integer not null, is_deleted boolean not null, version integer not null',
    );
    await table(
      'ticket_mails',
      ['mail_key'],
      'mail_key text not null, ticket_id uuid not null, comment_id uuid, reopened boolean not null, created_at timestamptz(3) not null default now()',
    );
    for (const index of [
      'unique index tickets_number on tickets (tenant, ticket_number)',
      'index tickets_entered on tickets (tenant, entered_at, ticket_id)',
      'index tickets_updated on tickets (tenant, updated_at, ticket_id)',
      'index tickets_open on tickets (tenant, entered_at, ticket_id) where not is_closed',
      'index tickets_client on tickets (tenant, client_id, entered_at)',
      'index tickets_assignee on tickets (tenant, assigned_to, entered_at)',
      'index tickets_status on tickets (tenant, status_id, entered_at)',
      'index tickets_priority on tickets (tenant, priority_id)',
      'index tickets_contact on tickets (tenant, contact_name_id) where contact_name_id is not null',
      'index tickets_category on tickets (tenant, category_id) where category_id is not null',
      'index tickets_subcategory on tickets (tenant, subcategory_id) where subcategory_id is not null',
      'index tickets_parent on tickets (tenant, parent_ticket_id) where parent_ticket_id is not null',
      'index tickets_tags on tickets using gin (tags)',
      `index tickets_response_due on tickets (response_due_at)
        where not is_closed and first_response_at is null and response_breached_at is null and sla_paused_since is null`,
      'index tickets_resolution_due on tickets (resolution_due_at) where not is_closed and resolution_breached_at is null and sla_paused_since is null',
      'index ticket_comments_ticket on ticket_comments (tenant, ticket_id, created_at, comment_id)',
      'index ticket_history_ticket on ticket_history (tenant, ticket_id, created_at, history_id)',
      'unique index ticket_checklist_items_order on ticket_checklist_items (tenant, ticket_id, order_number)',
      `unique index ticket_watchers_who on ticket_watchers (tenant, ticket_id, coalesce(user_id::text, contact_name_id::text, email))`,
      'index ticket_time_entries_ticket on ticket_time_entries (tenant, ticket_id)',
    ])
      await sql.raw(`create ${index}`).execute(db);

    await createTextIndex(db, 'desk', ticketTexts);
    for (const statement of [
      `create function keep_text_of_ticket() returns trigger language plpgsql set search_path = desk, public, pg_temp as $$
        begin
          insert into ticket_texts (tenant, ticket_id, text)
          values (new.tenant, new.ticket_id, search_text(concat_ws(E'\\n', new.ticket_number, new.title, left(new.description, 4000))))
          on conflict (tenant, ticket_id) do update set text = excluded.text where ticket_texts.text <> excluded.text;
          return null;
        end $$`,
      `create trigger keep_text after insert or update of ticket_number, title, description on tickets
        for each row execute function keep_text_of_ticket()`,
    ])
      await sql.raw(statement).execute(db);
  },
};
