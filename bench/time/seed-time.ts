import pg from 'pg';

/** People of a tenant who log time. */
export const PEOPLE = 25;
/** Tickets of a tenant that they log it on. */
const TICKETS = 2_000;
/** The month whose figures are asked for lies in the middle of what was logged. */
export const FIRST_DAY = '2025-01-01';

/**
 * Fills tenants with time entries of an hour, four hours apart, straight into the tables, and keeps the writer's row counts right.
 * @param url superuser's address of the product's database
 * @param entries of each tenant
 * @returns ids of the people by tenant
 */
export async function seedTime(url: string, tenants: readonly string[], entries: number): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=time -c timezone=UTC' });
  await client.connect();
  const people = new Map<string, string[]>();
  try {
    for (const tenant of tenants) {
      const { rows } = await client.query<{ user_id: string }>(
        `with people as (select gen_random_uuid() as user_id from generate_series(1, ${PEOPLE})), service as (select gen_random_uuid() as service_id),
           items as (select array_agg(gen_random_uuid()) as ids from generate_series(1, ${TICKETS})),
           named_people as (
             insert into user_replicas (tenant, user_id, full_name, email, user_type, is_inactive, is_deleted, version)
             select $1, user_id, 'Grace Hopper', 'grace@example.com', 'internal', false, false, 1 from people
           ),
           named_service as (
             insert into service_replicas (tenant, service_id, service_name, billing_method, default_rate, is_active, is_deleted, version)
             select $1, service_id, 'Remote support', 'hourly', 9000, true, false, 1 from service
           ),
           named_items as (
             insert into ticket_replicas (tenant, ticket_id, title, ticket_number, is_deleted, version)
             select $1, id, 'The printer on the second floor jams', 'TIC' || n, false, 1 from items, unnest(ids) with ordinality at (id, n)
           ),
           entries as (
             insert into time_entries (tenant, entry_id, user_id, work_item_type, work_item_id, start_time, end_time, work_date, work_timezone,
               duration_minutes, billable_duration, is_billable, rounding_minutes, rounding_mode, service_id, approval_status)
             select $1, gen_random_uuid(), user_id, 'ticket', ids[1 + n % ${TICKETS}], begun, begun + interval '1 hour', begun::date, 'UTC', 60, 60, true,
               0, 'nearest', service_id, 'APPROVED'
             from people, service, items, generate_series(0, $2::int / ${PEOPLE} - 1) n,
               lateral (select timestamptz '${FIRST_DAY}' + n * interval '4 hours' as begun) at
           )
         select user_id from people`,
        [tenant, entries],
      );
      await client.query("insert into row_counts (tenant, table_name, slot, rows) values ($1, 'time_entries', 0, $2)", [tenant, entries]);
      people.set(
        tenant,
        rows.map(({ user_id }) => user_id),
      );
    }
    await client.query('vacuum analyze time_entries, user_replicas, service_replicas, ticket_replicas');
  } finally {
    await client.end();
  }
  return people;
}
