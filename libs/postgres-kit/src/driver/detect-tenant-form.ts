import type pg from 'pg';
import { citusTenantForm } from './citus-tenant-form.ts';
import { postgresTenantForm, type TenantForm } from './tenant-form.ts';

/**
 * Which form a server needs. Asks whether Citus is loaded and not whether the database has its extension: to be loaded takes a restart,
 * which ends all connections, while the extension is created, and schemas are moved, under connections that go on.
 */
export async function detectTenantForm(client: pg.ClientBase): Promise<TenantForm> {
  const { rows } = await client.query<{ loaded: boolean }>("select current_setting('citus.version', true) is not null as loaded");
  return rows[0]?.loaded === true ? citusTenantForm : postgresTenantForm;
}
