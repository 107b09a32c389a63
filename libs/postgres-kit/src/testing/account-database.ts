import { randomUUID } from 'node:crypto';
import { tenantId } from '@psa/contract-kit';
import { createTestDatabase, type TestDatabase } from '@psa/test-kit';
import {
  type RequestContext,
  createKitTables,
  createReplicaTable,
  createTenantTable,
  Database,
  type JsonColumn,
  type MigrationDb,
  type NullableTimestampColumn,
  type ReplicaTable,
  type TenantColumn,
  TenantDb,
} from '../index.ts';
import { sql } from 'kysely';

export interface AccountTables {
  accounts: {
    tenant: TenantColumn;
    account_id: string;
    name: string;
    rank: number | null;
    score: number | null;
    seen_at: NullableTimestampColumn;
    details: JsonColumn<unknown>;
    tags: string[] | null;
    balance: number;
  };
  entries: { tenant: TenantColumn; entry_id: string; account_id: string; amount: number };
  /** `amount` must be positive, and says so only at commit. */
  pledges: { tenant: TenantColumn; pledge_id: string; account_id: string };
  /** Names a currency, which belongs to no tenant. */
  budgets: { tenant: TenantColumn; budget_id: string; currency: string };
  book_replicas: ReplicaTable<{ book_id: string; title: string }>;
}

export const accountMigrations = {
  '0001-accounts': {
    async up(db: MigrationDb) {
      await createKitTables(db, 'kit_postgres');
      await createTenantTable(db, 'kit_postgres', 'accounts', {
        key: ['account_id'],
        columns: `account_id uuid not null, name text not null, rank integer, score numeric, seen_at timestamptz(3), details jsonb, tags text[],
          balance bigint not null default 0`,
      });
      await createTenantTable(db, 'kit_postgres', 'entries', {
        key: ['entry_id'],
        columns: `entry_id uuid not null, account_id uuid not null, amount integer not null,
          foreign key (tenant, account_id) references accounts (tenant, account_id) on delete cascade`,
      });
      await createTenantTable(db, 'kit_postgres', 'pledges', {
        key: ['pledge_id'],
        columns: `pledge_id uuid not null, account_id uuid not null,
          foreign key (tenant, account_id) references accounts (tenant, account_id) deferrable initially deferred`,
      });
      for (const statement of [
        'create table currencies (code text primary key, name text not null)',
        'grant select, insert, update on currencies to psa_kit_postgres_app',
      ])
        await sql.raw(statement).execute(db);
      await createTenantTable(db, 'kit_postgres', 'budgets', {
        key: ['budget_id'],
        columns: 'budget_id uuid not null, currency text not null references currencies',
      });
      await createReplicaTable(db, 'kit_postgres', 'book_replicas', 'book_id', 'book_id uuid not null, title text not null');
    },
  },
};

export type AccountDb = TenantDb<AccountTables>;

/** A database of accounts with the kit's pool on it. */
export class AccountDatabase {
  readonly test: TestDatabase;
  readonly database: Database;
  #worker: Database | undefined;

  private constructor(test: TestDatabase, max: number) {
    this.test = test;
    this.database = new Database({ url: test.appUrl, max, applicationName: 'kit-postgres' });
  }

  static async create(max = 8): Promise<AccountDatabase> {
    return new AccountDatabase(await createTestDatabase('kit_postgres', accountMigrations), max);
  }

  /** A tenant of its own. */
  tenant(): AccountDb {
    return new TenantDb<AccountTables>(this.database, causeOf(randomUUID()));
  }

  /** As background work across tenants is connected; closed with the database. */
  worker(): Database {
    return (this.#worker ??= new Database({ url: this.test.workerUrl, max: 2, applicationName: 'kit-postgres-worker' }));
  }

  /** Rows of all tenants, as the superuser sees them. */
  async sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.test.admin.query<Row>(text, values)).rows;
  }

  /** Ends server processes of the pool, as a restart or an operator does. */
  async terminate(where = 'true'): Promise<void> {
    await this.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kit-postgres' and datname = current_database() and ${where}`,
    );
  }

  async drop(): Promise<void> {
    await this.database.close();
    await this.#worker?.close();
    await this.test.drop();
  }
}

export function causeOf(tenant: string): RequestContext {
  return { tenant: tenantId(tenant), actor: { id: 'test', type: 'system' }, correlationId: 'test' };
}

/** Adds an account and returns its id. */
export async function addAccount(db: Pick<AccountDb, 'insertInto'>, given: { name?: string; rank?: number | null } = {}): Promise<string> {
  const account_id = randomUUID();
  await db
    .insertInto('accounts')
    .values({ account_id, name: given.name ?? 'account', rank: given.rank ?? null, balance: 0 })
    .execute();
  return account_id;
}
