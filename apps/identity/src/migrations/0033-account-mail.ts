import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

const SERVICE = 'identity';

/** Links by which people choose a password, the mails that bring them, and who has asked for one before it is known whether they are anybody. */
export const accountMailMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, SERVICE, 'account_tokens', {
      key: ['token_id'],
      columns: `token_id uuid not null, user_id uuid not null, purpose text not null check (purpose in ('password_reset', 'invitation')), secret_hash text not null,
        request_id uuid, expires_at timestamptz(3) not null, used_at timestamptz(3), created_at timestamptz(3) not null default now(),
        foreign key (tenant, user_id) references users on delete cascade`,
      workerGrants: 'select, delete',
    });
    await createTenantTable(db, SERVICE, 'account_mails', {
      key: ['mail_id'],
      columns: `mail_id uuid not null, user_id uuid not null, kind text not null, recipient text not null, token_id uuid, sealed_secret text,
        attempts integer not null default 0, due_at timestamptz(3) not null default now(), sent_at timestamptz(3), given_up_at timestamptz(3), last_error text,
        created_at timestamptz(3) not null default now(), foreign key (tenant, user_id) references users on delete cascade,
        foreign key (tenant, token_id) references account_tokens on delete set null (token_id)`,
      workerGrants: 'select, update, delete',
    });
    const statements = [
      'create index account_tokens_user on account_tokens (tenant, user_id)',
      // One request makes one link for each account, also when it is taken up a second time after a crash.
      'create unique index account_tokens_request on account_tokens (tenant, user_id, request_id) where request_id is not null',
      'create index account_mails_user on account_mails (tenant, user_id)',
      'create index account_mails_due on account_mails (due_at) where sent_at is null and given_up_at is null',
      // Belongs to no tenant: whether the address is anybody's is found out later, so that asking takes the same time for all.
      `create table password_reset_requests (request_id uuid primary key, email text not null, user_type text, tenant_slug text, correlation_id text not null,
        ip_address text, user_agent text, due_at timestamptz(3) not null default now(), created_at timestamptz(3) not null default now())`,
      'create index password_reset_requests_due on password_reset_requests (due_at)',
      'grant insert on password_reset_requests to psa_identity_app',
      'grant select, update, delete on password_reset_requests to psa_identity_worker',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
