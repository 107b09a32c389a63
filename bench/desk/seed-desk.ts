import pg from 'pg';

/** Tenants that have their standard set, and how many tickets they get. */
export interface SeededDesk {
  readonly tenant: string;
  readonly tickets: number;
  /** Tickets, the newest first, with this many comments each. */
  readonly commented: number;
}

/** Ids that requests name. */
export interface DeskIds {
  readonly channelId: string;
  readonly clientId: string;
  readonly assigneeId: string;
  readonly priorityId: string;
  readonly openStatusId: string;
  readonly closedStatusId: string;
  readonly ticketIds: readonly string[];
  /** A ticket with fifty comments. */
  readonly longTicketId: string;
}

const COMMENTS_EACH = 4;
const LONG = 50;
const words = (...all: string[]) => `(array['${all.join("','")}'])`;
const THINGS = words(
  'Printer',
  'Laptop',
  'Mailbox',
  'VPN',
  'Server',
  'Phone',
  'Monitor',
  'Backup',
  'Firewall',
  'Switch',
  'Scanner',
  'Share',
);
const FAULTS = words('jams', 'is slow', 'does not start', 'loses connection', 'shows an error', 'needs an update', 'was replaced');
const PLACES = words('reception', 'warehouse', 'finance', 'workshop', 'branch north', 'branch south', 'board room');

/**
 * Fills tenants with tickets of two years, nine in ten of them closed, straight into the tables, and keeps what their writers keep: numbers,
 * row counts, figures and searched texts. The tenants have to have their standard set.
 * @param url superuser's address of the product's database
 */
export async function seedDesk(url: string, desks: readonly SeededDesk[]): Promise<Map<string, DeskIds>> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=desk,public -c timezone=UTC' });
  await client.connect();
  const made = new Map<string, DeskIds>();
  try {
    // Checks and triggers for every row, and an index that grows one text at a time, would take an hour.
    await client.query('set session_replication_role = replica');
    await client.query('drop index ticket_texts_text');
    for (const desk of desks) made.set(desk.tenant, await seedTenant(client, desk));
    await client.query('create index ticket_texts_text on ticket_texts using gin (tenant, text gin_trgm_ops)');
    for (const table of ['tickets', 'ticket_texts', 'ticket_comments', 'figures', 'client_replicas', 'user_replicas'])
      await client.query(`vacuum analyze ${table}`);
  } finally {
    await client.end();
  }
  return made;
}

async function seedTenant(client: pg.Client, { tenant, tickets, commented }: SeededDesk): Promise<DeskIds> {
  const one = async <Row extends object>(text: string, values: unknown[] = [tenant]) => (await client.query<Row>(text, values)).rows[0]!;
  const many = async (text: string) => (await client.query<{ id: string }>(text, [tenant])).rows.map(({ id }) => id);
  const { id: channelId } = await one<{ id: string }>('select channel_id as id from channels where tenant = $1 and is_default');
  const statuses = await many(`select status_id as id from ticket_statuses where tenant = $1 order by order_number`);
  const priorities = await many(
    `select priority_id as id from priorities where tenant = $1 and item_type = 'ticket' order by order_number`,
  );
  const clients = await many(
    `insert into client_replicas (tenant, client_id, client_name, is_inactive, version)
      select $1, gen_random_uuid(), 'Client ' || n, false, 1 from generate_series(1, 200) n returning client_id as id`,
  );
  const people = await many(
    `insert into user_replicas (tenant, user_id, email, first_name, last_name, full_name, user_type, is_inactive, version)
      select $1, gen_random_uuid(), n || '@bench.example', 'Ada', 'Bench ' || n, 'Ada Bench ' || n, 'internal', false, 1 from generate_series(1, 25) n
      returning user_id as id`,
  );
  await client.query(
    `insert into tickets (tenant, ticket_id, ticket_number, title, description, channel_id, client_id, status_id, priority_id, assigned_to, source,
        attributes, tags, flags, is_closed, entered_at, updated_at, closed_at, resolution_due_at)
      select $1, gen_random_uuid(), 'TIC' || lpad((1000 + n)::text, 7, '0'),
        ${THINGS}[1 + n % 12] || ' ' || ${FAULTS}[1 + n % 7] || ' in ' || ${PLACES}[1 + (n / 7) % 7] || ' ' || n % 997,
        'Reported by phone, number ' || n, $2, ($3::uuid[])[1 + n % 200], ($4::uuid[])[case when n % 10 = 0 then 1 + (n / 10) % 3 else 4 + n % 2 end],
        ($5::uuid[])[1 + n % 4], case when n % 20 = 0 then null else ($6::uuid[])[1 + n % 25] end, 'api', '{}', '{}', '{}', n % 10 <> 0, at, at + interval '3 hours',
        case when n % 10 <> 0 then at + interval '3 hours' end, at + interval '8 hours'
      from generate_series(1, $7::int) n, lateral (select now() - ($7::int - n) * (interval '730 days' / $7::int) as at) seconds`,
    [tenant, channelId, clients, statuses, priorities, people, tickets],
  );
  await client.query(
    `insert into ticket_texts (tenant, ticket_id, text)
      select tenant, ticket_id, search_text(concat_ws(E'\\n', ticket_number, title, left(description, 4000))) from tickets where tenant = $1`,
    [tenant],
  );
  // Without figures of a table that was just filled, Postgres looks for each of its rows among the newest ones.
  await client.query('analyze tickets');
  await client.query(
    `with newest as (select ticket_id, entered_at, row_number() over (order by entered_at desc) as place from tickets where tenant = $1
        order by entered_at desc limit $2),
      written as (insert into ticket_comments (tenant, comment_id, ticket_id, comment_text, is_internal, is_resolution, author_type, metadata,
          attachments, by_mail, created_by, created_at)
        select $1, gen_random_uuid(), ticket_id, 'Comment ' || n || ' with what was found and done about it', n % 3 = 0, false, 'internal', '{}', '[]', false,
          ($3::uuid[])[1 + n % 25], entered_at + n * interval '1 minute'
        from newest, generate_series(1, case when place = 1 then ${LONG} else ${COMMENTS_EACH} end) n)
      update tickets set comment_count = case when place = 1 then ${LONG} else ${COMMENTS_EACH} end, public_comment_count = 2
      from newest where tickets.tenant = $1 and tickets.ticket_id = newest.ticket_id`,
    [tenant, commented, people],
  );
  await client.query("insert into row_counts (tenant, table_name, slot, rows) values ($1, 'tickets', 0, $2)", [tenant, tickets]);
  await client.query(
    `insert into ticket_sequences (tenant, name, prefix, padding_length, last_number) values ($1, 'ticket', 'TIC', 7, $2)`,
    [tenant, 1000 + tickets],
  );
  for (const [kind, key, amount, where] of [
    ['status', 'status_id::text', 'count(*)', 'true'],
    ['priority', 'priority_id::text', 'count(*)', 'true'],
    ['status_priority', "status_id || ' ' || priority_id", 'count(*)', 'true'],
    ['closed', "''", 'count(*)', 'is_closed'],
    ['unassigned', "''", 'count(*)', 'not is_closed and assigned_to is null'],
    ['resolved', "''", 'count(*)', 'closed_at is not null'],
    ['resolution_seconds', "''", 'sum(extract(epoch from closed_at - entered_at))::bigint', 'closed_at is not null'],
  ])
    await client.query(
      `insert into figures (tenant, subject, part, kind, key, slot, amount)
        select tenant, 'ticket', channel_id::text, '${kind}', ${key}, 0, ${amount} from tickets where tenant = $1 and ${where} group by 1, 3, 5`,
      [tenant],
    );
  // As they are an hour after the first ticket.
  await client.query(
    "insert into figure_recounts (tenant, subject, recount_at, is_settled) values ($1, 'ticket', now() + interval '1 day', true)",
    [tenant],
  );
  const ticketIds = await many('select ticket_id as id from tickets where tenant = $1 order by entered_at desc limit 200');
  return {
    channelId,
    clientId: clients[0] ?? '',
    assigneeId: people[0] ?? '',
    priorityId: priorities[0] ?? '',
    openStatusId: statuses[0] ?? '',
    closedStatusId: statuses[4] ?? '',
    ticketIds,
    longTicketId: ticketIds[0] ?? '',
  };
}
