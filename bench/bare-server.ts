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
async function insert(tenant: string, asset: Record<string, string>): Promise<unknown> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const values = [tenant, asset['client_id'], asset['asset_type'], asset['asset_tag'], asset['name'], asset['status']];
    const { rows } = await client.query<object>({ ...POST, values });
    await client.query({ ...OUTBOX, values: [tenant, JSON.stringify(rows[0])] });
    await client.query('COMMIT');
    return rows[0];
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
      answer(response, 201, { data: await insert(tenant, JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>) });
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
