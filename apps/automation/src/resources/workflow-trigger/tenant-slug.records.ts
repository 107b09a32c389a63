import type { Db } from '../../automation-app.ts';

/** What the tenant is called in addresses; null while nobody has said. */
export async function readSlug(db: Db): Promise<string | null> {
  return (await db.selectFrom('tenant_replicas').select('slug').limit(1).executeTakeFirst())?.slug ?? null;
}
