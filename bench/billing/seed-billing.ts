import pg from 'pg';

/** Lines assigned to each client that is billed. */
export const LINES = 20;
/** Lines of an invoice that is read. */
export const ITEMS = 50;

export interface SeededBilling {
  readonly clientIds: readonly string[];
  readonly serviceId: string;
  /** Final invoices of {@link ITEMS} lines. */
  readonly invoiceIds: readonly string[];
}

export interface BillingSize {
  readonly tenant: string;
  /** Clients with {@link LINES} monthly fees in advance each, which are billed by themselves. */
  readonly clients: number;
  /** Approved hours of June 2026 of each of them. */
  readonly entries: number;
  readonly invoices: number;
  /** Final invoices of one line that nobody has paid. */
  readonly open: number;
}

/**
 * Fills a tenant with what is billed and what was, straight into the tables.
 * @param url superuser's address of the product's database
 */
export async function seedBilling(url: string, { tenant, clients, entries, invoices, open }: BillingSize): Promise<SeededBilling> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=billing -c timezone=UTC' });
  await client.connect();
  const ids = async (text: string, values: unknown[]) => (await client.query<{ id: string }>(text, values)).rows.map(({ id }) => id);
  try {
    const [typeId] = await ids(
      `insert into service_types (tenant, service_type_id, name, billing_method, order_number) values ($1, gen_random_uuid(), 'Bench ' || gen_random_uuid(), 'hourly', 1)
       returning service_type_id as id`,
      [tenant],
    );
    const [serviceId] = await ids(
      `insert into services (tenant, service_id, service_name, custom_service_type_id, billing_method, default_rate, unit_of_measure, item_kind, prices, is_active)
       values ($1, gen_random_uuid(), 'Support', $2, 'hourly', 12000, 'hour', 'service', '[]', true) returning service_id as id`,
      [tenant, typeId],
    );
    const clientIds = await ids(
      `insert into client_replicas (tenant, client_id, client_name, is_inactive, billing_cycle, auto_invoice, is_deleted, version)
       select $1, gen_random_uuid(), 'Client ' || n, false, 'monthly', true, false, 1 from generate_series(1, $2::int) n returning client_id as id`,
      [tenant, clients],
    );
    await client.query(
      `insert into client_billing (tenant, client_id, bills_from, next_cycle_start) select $1, unnest($2::uuid[]), '2026-06-01', '2026-07-01'`,
      [tenant, clientIds],
    );
    const lineIds = await ids(
      `insert into contract_lines (tenant, contract_line_id, contract_line_name, billing_frequency, contract_line_type, is_custom, cadence_owner,
         billing_timing, base_rate, enable_proration, billing_cycle_alignment, minimum_billable_time, round_up_to_nearest, enable_overtime,
         enable_after_hours_rate, features, is_active)
       select $1, gen_random_uuid(), 'Line ' || n || gen_random_uuid(), 'monthly', 'Fixed', false, 'client', 'advance', 1000 + n, true, 'start', 0, 1, false, false, '{}', true
       from generate_series(1, ${LINES}) n returning contract_line_id as id`,
      [tenant],
    );
    await client.query(
      `insert into client_contract_lines (tenant, client_contract_line_id, client_id, contract_line_id, start_date, is_active)
       select $1, gen_random_uuid(), client, line, '2026-07-01', true from unnest($2::uuid[]) client, unnest($3::uuid[]) line`,
      [tenant, clientIds, lineIds],
    );
    await client.query(
      `insert into time_entry_replicas (tenant, entry_id, client_id, service_id, user_id, work_date, start_time, end_time, billable_duration,
         approval_status, is_deleted, version)
       select $1, gen_random_uuid(), client, $3, gen_random_uuid(), begun::date, begun, begun + interval '1 hour', 60, 'APPROVED', false, 1
       from unnest($2::uuid[]) client, generate_series(1, $4::int) n, lateral (select timestamptz '2026-06-01' + n * interval '1 hour' as begun) at`,
      [tenant, clientIds, serviceId, entries],
    );
    const insertInvoices = (count: number, items: number) =>
      ids(
        `with made as (
           insert into invoices (tenant, invoice_id, invoice_number, client_id, client_name, invoice_date, due_date, currency_code, subtotal, tax,
             total_amount, status, is_manual, finalized_at)
           select $1, gen_random_uuid(), 'B' || $3::int || '-' || n, ($2::uuid[])[1 + n % cardinality($2::uuid[])], 'Client',
             date '2026-01-01' + n % 200, date '2026-02-01' + n % 200, 'USD', 100 * $4::int, 0, 100 * $4::int, 'sent', true, now()
           from generate_series(1, $3::int) n returning invoice_id, client_id, invoice_date
         ), lines as (
           insert into invoice_items (tenant, item_id, invoice_id, position, description, quantity, unit_price, net_amount, discount_amount, tax_amount,
             is_taxable, is_manual, is_discount)
           select $1, gen_random_uuid(), invoice_id, n, 'Line ' || n, 1, 100, 100, 0, 0, false, true, false from made, generate_series(1, $4::int) n
         ), posted as (
           insert into journal_entries (tenant, entry_id, type, client_id, invoice_id, currency_code, occurred_on, amount, actor_id)
           select $1, gen_random_uuid(), 'invoice_generated', client_id, invoice_id, 'USD', invoice_date, 100 * $4::int, 'bench' from made
           returning entry_id, client_id, invoice_id, occurred_on
         ), moved as (
           insert into journal_transfers (tenant, entry_id, line, debit_account, credit_account, client_id, credit_client_id, invoice_id, currency_code, occurred_on, amount)
           select $1, entry_id, 0, 'ar', 'revenue', client_id, client_id, invoice_id, 'USD', occurred_on, 100 * $4::int from posted
         )
         select invoice_id as id from made`,
        [tenant, clientIds, count, items],
      );
    const invoiceIds = await insertInvoices(invoices, ITEMS);
    await insertInvoices(open, 1);
    await client.query('vacuum analyze');
    return { clientIds, serviceId: serviceId!, invoiceIds };
  } finally {
    await client.end();
  }
}
