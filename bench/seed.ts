import pg from 'pg';

export interface SeededTenant {
  readonly tenant: string;
  readonly clientId: string;
  readonly assetIds: readonly string[];
}

const TYPES = "(array['workstation','server','printer','network_device','mobile_device'])[1 + n % 5]";

/**
 * Fills tenants with assets, straight into the tables, and keeps the writer's row counts right.
 * @param url superuser's address of the product's database
 * @param sizes assets by tenant
 */
export async function seedAssets(url: string, sizes: ReadonlyMap<string, number>): Promise<SeededTenant[]> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=assets -c timezone=UTC' });
  await client.connect();
  const seeded: SeededTenant[] = [];
  try {
    for (const [tenant, size] of sizes) {
      const {
        rows: [made],
      } = await client.query<{ client_id: string }>(
        `insert into client_replicas (tenant, client_id, client_name, is_inactive, version)
         select $1, gen_random_uuid(), 'Client ' || n, false, 1 from generate_series(1, 20) n returning client_id`,
        [tenant],
      );
      await client.query(
        `with clients as (select array_agg(client_id) as ids from client_replicas where tenant = $1)
         insert into assets (tenant, asset_id, client_id, asset_type, asset_tag, name, status, serial_number, purchase_date, warranty_end_date, extension_data, created_at, updated_at)
         select $1, gen_random_uuid(), ids[1 + n % 20], ${TYPES}, 'TAG-' || n, 'Asset ' || n, 'active', 'SN' || n,
           now() - n % 1500 * interval '1 day', now() + (n % 900 - 300) * interval '1 day', '{"os_type":"windows","ram_gb":16}',
           now() - n * interval '1 second', now() - n * interval '1 second'
         from generate_series(1, $2::int) n, clients`,
        [tenant, size],
      );
      await client.query("insert into row_counts (tenant, table_name, slot, rows) values ($1, 'assets', 0, $2)", [tenant, size]);
      const { rows } = await client.query<{ asset_id: string }>(
        'select asset_id from assets where tenant = $1 order by created_at desc limit 200',
        [tenant],
      );
      seeded.push({ tenant, clientId: made?.client_id ?? '', assetIds: rows.map(({ asset_id }) => asset_id) });
    }
    await client.query('vacuum analyze assets');
    await client.query('analyze');
  } finally {
    await client.end();
  }
  return seeded;
}
