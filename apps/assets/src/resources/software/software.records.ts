import { insertSelected, statement } from '@psa/postgres-kit';
import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type SoftwareSummary, UNCATEGORIZED } from '@psa/contracts-assets';
import type { Db, Tx } from '../../assets-app.ts';
import type { AssetSoftwareTable, Tables } from '../../tables.ts';
import { type FoundSoftware, type KnownSoftware, softwareIdentity } from './software.rules.ts';

export type SoftwareRecord = Selectable<AssetSoftwareTable>;

/** Software counts as recently installed for so long. */
const RECENT = sql.raw("interval '30 days'");

const knownStatement = statement<Tables>()((db, p: { asset_id: string }) =>
  db
    .selectFrom('asset_software')
    .select([
      'software_id',
      'name',
      'publisher',
      'version',
      'category',
      'software_type',
      'install_date',
      'size_bytes',
      'is_managed',
      'is_security_relevant',
      'uninstalled_at',
    ])
    .where('asset_id', '=', p.asset_id),
);

/** All software ever found on an asset. An inventory is bounded, and with it what is found from one to the next. */
export async function knownSoftware(db: Db, assetId: string): Promise<KnownSoftware[]> {
  return (await db.all(knownStatement, { asset_id: assetId })) as KnownSoftware[];
}

// One JSON parameter instead of a dozen for each row: an inventory may be longer than a statement can have parameters.
const ITEMS = `jsonb_to_recordset($1::jsonb) as item (software_id uuid, name text, publisher text, category text, software_type text, version text,
  install_date timestamptz, size_bytes bigint, is_managed boolean, is_security_relevant boolean, identity text)`;

const INSERT = insertSelected(
  `asset_software (software_id, asset_id, name, publisher, category, software_type, version, install_date, size_bytes,
    is_managed, is_security_relevant, first_seen_at, identity)`,
  `select software_id, $2::uuid, name, publisher, category, software_type, version, install_date, size_bytes, is_managed, is_security_relevant, now(), identity
  from ${ITEMS}`,
);

export async function insertSoftware(tx: Tx, assetId: string, items: readonly FoundSoftware[]): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map((item) => ({ ...item, software_id: uuidv7(), identity: softwareIdentity(item) }));
  await tx.execute({ text: INSERT, name: 'psa_software_insert' }, [JSON.stringify(rows), assetId]);
}

const UPDATE = `update asset_software as row set name = item.name, publisher = item.publisher, category = item.category,
    software_type = item.software_type, version = item.version, install_date = item.install_date, size_bytes = item.size_bytes,
    is_managed = item.is_managed, is_security_relevant = item.is_security_relevant, uninstalled_at = null, identity = item.identity
  from ${ITEMS} where row.tenant = $2 and row.software_id = item.software_id`;

/** Writes what was found over what was known; what had been removed is installed again. */
export async function updateSoftware(tx: Tx, items: readonly (FoundSoftware & { software_id: string })[]): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map((item) => ({ ...item, identity: softwareIdentity(item) }));
  await tx.execute({ text: UPDATE, name: 'psa_software_update' }, [JSON.stringify(rows), tx.tenant]);
}

const REMOVE = 'update asset_software set uninstalled_at = now() where tenant = $1 and software_id = any($2)';

export async function markUninstalled(tx: Tx, softwareIds: readonly string[]): Promise<void> {
  if (softwareIds.length > 0) await tx.execute({ text: REMOVE, name: 'psa_software_remove' }, [tx.tenant, softwareIds]);
}

/** Figures over what is installed on an asset now. */
export async function softwareSummary(db: Db, assetId: string): Promise<SoftwareSummary> {
  const groups = await db
    .selectFrom('asset_software')
    .select([
      'category',
      'software_type',
      sql<number>`count(*)`.as('installed'),
      sql<number>`count(*) filter (where is_security_relevant)`.as('security'),
      sql<number>`count(*) filter (where is_managed)`.as('managed'),
      sql<number>`count(*) filter (where coalesce(install_date, first_seen_at) >= now() - ${RECENT})`.as('recent'),
    ])
    .where('asset_id', '=', assetId)
    .where('uninstalled_at', 'is', null)
    .groupBy(['category', 'software_type'])
    .orderBy('category')
    .orderBy('software_type')
    .execute();
  const sum = (member: 'installed' | 'security' | 'managed' | 'recent') => groups.reduce((total, group) => total + group[member], 0);
  const by = (name: (group: (typeof groups)[number]) => string) =>
    groups.reduce<Record<string, number>>((counts, group) => {
      counts[name(group)] = (counts[name(group)] ?? 0) + group.installed;
      return counts;
    }, {});
  return {
    total_installed: sum('installed'),
    by_category: by(({ category }) => category ?? UNCATEGORIZED),
    by_type: by(({ software_type }) => software_type),
    security_software_count: sum('security'),
    managed_software_count: sum('managed'),
    recently_installed_count: sum('recent'),
  };
}
