import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';

/**
 * The baseline: node:http and pg as they come, with named statements on the product's own tables, and without authentication,
 * permissions, row-level security, validation, envelope or links. It answers the same rows with the same ISO timestamps, and
 * writes the asset and its outbox row in one transaction.
 */
const pool = new pg.Pool({ connectionString: process.env['BARE_DATABASE_URL'], max: 10, options: '-c search_path=assets -c timezone=UTC' });

const GET = { name: 'get', text: 'select * from assets where tenant = $1 and asset_id = $2' };
const LIST = { name: 'list', text: 'select * from assets where tenant = $1 order by created_at desc, asset_id desc limit 25' };
const WEEK = {
  name: 'week',
  text: 'select * from time.time_entries where tenant = $1 and user_id = $2 and work_date between $3 and $4 order by start_time desc, entry_id desc limit 50',
};
const WEEK_COUNT = {
  name: 'week-count',
  text: 'select count(*) from time.time_entries where tenant = $1 and user_id = $2 and work_date between $3 and $4',
};
const TICKET = { name: 'ticket', text: 'select * from desk.tickets where tenant = $1 and ticket_id = $2' };
const TICKETS = {
  name: 'tickets',
  text: 'select * from desk.tickets where tenant = $1 and status_id = $2 and priority_id = $3 order by entered_at desc, ticket_id desc limit 25',
};
const TICKET_COUNT = {
  name: 'ticket-count',
  text: 'select count(*) from desk.tickets where tenant = $1 and status_id = $2 and priority_id = $3',
};
const NUMBER = {
  name: 'number',
  text: "update desk.ticket_sequences set last_number = last_number + 1 where tenant = $1 and name = 'ticket' returning prefix || lpad(last_number::text, 7, '0') as number",
};
const NEW_TICKET = {
  name: 'new-ticket',
  text: `insert into desk.tickets (tenant, ticket_id, ticket_number, title, channel_id, client_id, status_id, priority_id, source, attributes, tags, flags, is_closed)
    values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, 'api', '{}', '{}', '{}', false) returning *`,
};
const TICKET_OUTBOX = {
  name: 'ticket-outbox',
  text: "insert into desk.outbox (tenant, event_id, subject, envelope, published_at) values ($1, gen_random_uuid(), 'bench', $2, now())",
};
const INVOICE = { name: 'invoice', text: 'select * from billing.invoices where tenant = $1 and invoice_id = $2' };
const INVOICE_ITEMS = {
  name: 'items',
  text: 'select * from billing.invoice_items where tenant = $1 and invoice_id = $2 order by position',
};
const COUNT = { name: 'count', text: 'select count(*) from assets where tenant = $1' };
const POST = {
  name: 'post',
  text: 'insert into assets (tenant, asset_id, client_id, asset_type, asset_tag, name, status) values ($1, gen_random_uuid(), $2, $3, $4, $5, $6) returning *',
};
const OUTBOX = {
  name: 'outbox',
  text: "insert into outbox (tenant, event_id, subject, envelope, published_at) values ($1, gen_random_uuid(), 'bench', $2, now())",
};

/** The asset and its event, both or neither. */
function insert(tenant: string, asset: Record<string, string>): Promise<unknown> {
  return inTransaction(async (client) => {
    const values = [tenant, asset['client_id'], asset['asset_type'], asset['asset_tag'], asset['name'], asset['status']];
    const { rows } = await client.query<object>({ ...POST, values });
    await client.query({ ...OUTBOX, values: [tenant, JSON.stringify(rows[0])] });
    return rows[0];
  });
}

/** The ticket under the next number and its event, both or neither. */
function insertTicket(tenant: string, ticket: Record<string, string>): Promise<unknown> {
  return inTransaction(async (client) => {
    const { rows: numbers } = await client.query<{ number: string }>({ ...NUMBER, values: [tenant] });
    const members = ['title', 'channel_id', 'client_id', 'status_id', 'priority_id'].map((member) => ticket[member]);
    const { rows } = await client.query<object>({ ...NEW_TICKET, values: [tenant, numbers[0]?.number, ...members] });
    await client.query({ ...TICKET_OUTBOX, values: [tenant, JSON.stringify(rows[0])] });
    return rows[0];
  });
}

async function inTransaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

function answer(response: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

const server = createServer((request, response) => {
  const [, tenant = '', assetId, ...rest] = (request.url ?? '').split('/');
  const serve = async () => {
    if (request.method === 'POST') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>;
      answer(response, 201, { data: tenant === 'ticket' ? await insertTicket(assetId ?? '', body) : await insert(tenant, body) });
    } else if (tenant === 'ticket') {
      const { rows } = await pool.query({ ...TICKET, values: [assetId, ...rest] });
      answer(response, 200, { data: rows[0] });
    } else if (tenant === 'tickets') {
      const values = [assetId, ...rest];
      const [{ rows }, total] = await Promise.all([pool.query({ ...TICKETS, values }), pool.query({ ...TICKET_COUNT, values })]);
      answer(response, 200, { data: rows, total: total.rows[0] });
    } else if (tenant === 'invoice') {
      const values = [assetId, ...rest];
      const [{ rows }, items] = await Promise.all([pool.query<object>({ ...INVOICE, values }), pool.query({ ...INVOICE_ITEMS, values })]);
      answer(response, 200, { data: { ...rows[0], line_items: items.rows } });
    } else if (tenant === 'week') {
      const values = [assetId, ...rest];
      const [{ rows }, total] = await Promise.all([pool.query({ ...WEEK, values }), pool.query({ ...WEEK_COUNT, values })]);
      answer(response, 200, { data: rows, total: total.rows[0] });
    } else if (assetId !== undefined) {
      const { rows } = await pool.query({ ...GET, values: [tenant, assetId] });
      answer(response, 200, { data: rows[0] });
    } else {
      const [{ rows }, total] = await Promise.all([pool.query({ ...LIST, values: [tenant] }), pool.query({ ...COUNT, values: [tenant] })]);
      answer(response, 200, { data: rows, total: total.rows[0] });
    }
  };
  serve().catch((error: unknown) => answer(response, 500, { error: String(error) }));
});
server.listen(Number(process.env['BARE_PORT']), '127.0.0.1', () => process.send?.('ready'));
