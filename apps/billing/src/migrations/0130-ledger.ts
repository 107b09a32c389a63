import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

const STAMPS = `version integer not null default 1, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()`;
const ACCOUNT = `check (ACCOUNT in ('ar', 'revenue', 'discount', 'tax_payable', 'cash', 'client_credit', 'unapplied_cash', 'bad_debt'))`;
const account = (name: string) => `${name} text not null ${ACCOUNT.replace('ACCOUNT', name)}`;

/** The journal, credits of clients, how they pay, and how the tenant bills. What was final or paid before is entered in the journal. */
export const ledgerMigration: Migration = {
  async up(db: MigrationDb) {
    const run = (text: string) => sql.raw(text).execute(db);
    await run(`alter table invoices
      add column invoice_type text not null default 'standard' check (invoice_type in ('standard', 'prepayment', 'credit_note')),
      add column corrects_invoice_id uuid, add column credit_expires_on date,
      add column credit_applied bigint not null default 0 check (credit_applied >= 0),
      add column amount_written_off bigint not null default 0 check (amount_written_off >= 0),
      add constraint invoices_settled check (amount_paid + credit_applied + amount_written_off <= total_amount)`);
    await run(`alter table invoices add column balance_due bigint not null generated always as (
      case when status in ('draft', 'cancelled') then 0 else total_amount - amount_paid - credit_applied - amount_written_off end) stored`);
    await run('alter table invoice_items add column corrects_item_id uuid');
    await run('create index invoices_corrects on invoices (tenant, corrects_invoice_id) where corrects_invoice_id is not null');
    await run(`alter table payments drop constraint payments_amount_check, drop constraint payments_check,
      add column type text not null default 'payment' check (type in ('payment', 'refund')),
      add constraint payments_signs check (case type when 'payment' then amount > 0 and applied_amount between 0 and amount
        else amount < 0 and applied_amount between amount and 0 end)`);
    await createTenantTable(db, 'billing', 'billing_settings', {
      key: ['scope'],
      columns: `scope text not null, default_currency text not null, require_approval boolean not null, enable_credit_expiration boolean not null,
        credit_expiration_days integer not null, credit_application_order text not null, auto_apply_credit boolean not null, ${STAMPS}`,
    });
    await createTenantTable(db, 'billing', 'journal_entries', {
      key: ['entry_id'],
      columns: `entry_id uuid not null, type text not null, client_id uuid not null, invoice_id uuid, credit_id uuid, amount bigint not null,
        currency_code text not null, occurred_on date not null, reference_number text, description text, metadata jsonb, expiration_date date,
        related_entry_id uuid, is_reversal boolean not null default false, actor_id text not null, created_at timestamptz(3) not null default now()`,
      // Who may only add and describe cannot rewrite history.
      grants: 'select, insert, update (description, metadata)',
      indexes: {
        journal_entries_created: '(tenant, created_at, entry_id)',
        journal_entries_client: '(tenant, client_id, currency_code, entry_id)',
        journal_entries_invoice: '(tenant, invoice_id) where invoice_id is not null',
      },
    });
    await run('create unique index journal_entries_reversed on journal_entries (tenant, related_entry_id) where is_reversal');
    await createTenantTable(db, 'billing', 'journal_transfers', {
      key: ['entry_id', 'line'],
      columns: `entry_id uuid not null, line integer not null, ${account('debit_account')}, ${account('credit_account')},
        amount bigint not null check (amount > 0), currency_code text not null, occurred_on date not null, client_id uuid not null,
        credit_client_id uuid not null, invoice_id uuid, credit_id uuid,
        check (debit_account <> credit_account or client_id <> credit_client_id), foreign key (tenant, entry_id) references journal_entries`,
      grants: 'select, insert',
      indexes: {
        journal_transfers_client: '(tenant, client_id, occurred_on)',
        journal_transfers_day: '(tenant, occurred_on)',
        journal_transfers_invoice: '(tenant, invoice_id) where invoice_id is not null',
      },
    });
    await createTenantTable(db, 'billing', 'credits', {
      key: ['credit_id'],
      columns: `credit_id uuid not null, client_id uuid not null, currency_code text not null, amount bigint not null check (amount > 0),
        remaining_amount bigint not null, expiration_date date, entry_id uuid not null, entry_type text not null, invoice_id uuid,
        reminded_days integer, ${STAMPS}, check (remaining_amount between 0 and amount), foreign key (tenant, entry_id) references journal_entries`,
      workerGrants: 'select',
      indexes: {
        credits_client: '(tenant, client_id, created_at)',
        credits_ending: '(expiration_date) where remaining_amount > 0 and expiration_date is not null',
        credits_invoice: '(tenant, invoice_id) where invoice_id is not null',
        credits_entry: '(tenant, entry_id)',
      },
    });
    await createTenantTable(db, 'billing', 'credit_applications', {
      key: ['application_id'],
      columns: `application_id uuid not null, credit_id uuid not null, invoice_id uuid not null, amount bigint not null check (amount > 0),
        released_at timestamptz(3), created_at timestamptz(3) not null default now(), foreign key (tenant, credit_id) references credits,
        foreign key (tenant, invoice_id) references invoices`,
      indexes: { credit_applications_invoice: '(tenant, invoice_id)', credit_applications_credit: '(tenant, credit_id)' },
    });
    await createTenantTable(db, 'billing', 'payment_methods', {
      key: ['payment_method_id'],
      columns: `payment_method_id uuid not null, client_id uuid not null, type text not null, provider text, provider_token text, last4 text not null,
        exp_month text, exp_year text, is_default boolean not null, is_deleted boolean not null default false, ${STAMPS}`,
      indexes: { payment_methods_client: '(tenant, client_id)', payment_methods_created: '(tenant, created_at, payment_method_id)' },
    });
    await run('create unique index payment_methods_default on payment_methods (tenant, client_id) where is_default and not is_deleted');
    await backfill(run);
  },
};

/** Enters what is final, void or paid already. */
async function backfill(run: (text: string) => Promise<unknown>): Promise<void> {
  const columns = 'tenant, entry_id, type, client_id, invoice_id, amount, currency_code, occurred_on, actor_id';
  const transfers = `insert into journal_transfers
    (tenant, entry_id, line, debit_account, credit_account, amount, currency_code, occurred_on, client_id, credit_client_id, invoice_id)`;
  const off = `(select coalesce(sum(discount_amount), 0) from invoice_items items where items.tenant = i.tenant and items.invoice_id = i.invoice_id)`;
  for (const [type, sign, since, isVoid] of [
    ['invoice_generated', '', 'i.invoice_date', false],
    ['invoice_cancelled', '-', "(i.voided_at at time zone 'UTC')::date", true],
  ] as const) {
    await run(`insert into journal_entries (${columns}) select i.tenant, gen_random_uuid(), '${type}', i.client_id, i.invoice_id, ${sign}i.total_amount,
      i.currency_code, ${since}, 'migration' from invoices i where i.finalized_at is not null ${isVoid ? 'and i.voided_at is not null' : ''}`);
    for (const [line, debit, credit, amount] of [
      [1, 'ar', 'revenue', 'i.subtotal'],
      [2, 'discount', 'revenue', off],
      [3, 'ar', 'tax_payable', 'i.tax'],
    ] as const) {
      const [from, to] = isVoid ? [credit, debit] : [debit, credit];
      await run(`${transfers} select e.tenant, e.entry_id, ${line}, '${from}', '${to}', ${amount}, e.currency_code, e.occurred_on, e.client_id, e.client_id,
        e.invoice_id from journal_entries e join invoices i on i.tenant = e.tenant and i.invoice_id = e.invoice_id
        where e.type = '${type}' and ${amount} > 0`);
    }
  }
  await run(`insert into journal_entries (${columns}) select tenant, payment_id, 'payment', client_id, invoice_id, -amount, currency_code, payment_date,
    recorded_by::text from payments`);
  for (const [line, to, amount] of [
    [1, 'ar', 'applied_amount'],
    [2, 'unapplied_cash', 'amount - applied_amount'],
  ] as const)
    await run(`${transfers} select tenant, payment_id, ${line}, 'cash', '${to}', ${amount}, currency_code, payment_date, client_id, client_id, invoice_id
      from payments where ${amount} > 0`);
}
