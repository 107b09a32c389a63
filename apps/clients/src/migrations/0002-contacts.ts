import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Contacts, their addresses and the names of their kinds; and the pictures of clients and contacts. */
export const contactsMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'clients', 'contacts', {
      key: ['contact_name_id'],
      columns: `contact_name_id uuid not null, full_name text not null, client_id uuid, email text not null, primary_email_canonical_type text,
        primary_email_custom_type_id uuid, primary_email_custom_type text, phone_numbers jsonb not null, additional_email_addresses jsonb not null,
        role text, notes text, is_inactive boolean not null, inactive_with_client boolean not null default false, tags text[] not null, avatar text,
        version integer not null default 1,
        created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
        check (is_inactive or not inactive_with_client), foreign key (tenant, client_id) references clients`,
    });
    await sql.raw('create index contacts_created on contacts (tenant, created_at, contact_name_id)').execute(db);
    await sql.raw('create index contacts_name on contacts (tenant, full_name, contact_name_id)').execute(db);
    await sql.raw('create index contacts_client on contacts (tenant, client_id, full_name, contact_name_id)').execute(db);

    // Every address of every contact, primary and additional: one address is one contact's.
    await createTenantTable(db, 'clients', 'contact_emails', {
      key: ['email'],
      columns: `email text not null, contact_name_id uuid not null, foreign key (tenant, contact_name_id) references contacts on delete cascade`,
    });
    await sql.raw('create index contact_emails_contact on contact_emails (tenant, contact_name_id)').execute(db);

    await createTenantTable(db, 'clients', 'contact_types', {
      key: ['type_id'],
      columns: 'type_id uuid not null, kind text not null, label text not null, normalized_label text not null',
      grants: 'select, insert',
    });
    await sql.raw('create unique index contact_types_label on contact_types (tenant, kind, normalized_label)').execute(db);

    // Rows of an older time may name what was never there: only new ones are held to it.
    await sql.raw('alter table clients add foreign key (tenant, billing_contact_id) references contacts not valid').execute(db);
    await sql
      .raw('create index clients_billing_contact on clients (tenant, billing_contact_id) where billing_contact_id is not null')
      .execute(db);
    await sql.raw('alter table clients add column logo text').execute(db);

    await createTenantTable(db, 'clients', 'pictures', {
      key: ['owner_id'],
      columns: 'owner_id uuid not null, media_type text not null, bytes bytea not null',
    });
  },
};
