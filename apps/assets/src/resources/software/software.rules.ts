import { createHash } from 'node:crypto';
import type { SoftwareType } from '@psa/contracts-assets';
import type { InventoryItem } from '../../ports/rmm-connector.ts';
import { classifySoftware } from './classify-software.rules.ts';

/** Software as it was found on an asset. */
export interface FoundSoftware {
  readonly name: string;
  readonly publisher: string | null;
  readonly version: string | null;
  readonly category: string | null;
  readonly software_type: SoftwareType;
  readonly install_date: string | null;
  readonly size_bytes: number | null;
  readonly is_managed: boolean;
  readonly is_security_relevant: boolean;
}

/** Software as it is known of an asset, installed or no longer. */
export interface KnownSoftware extends FoundSoftware {
  readonly software_id: string;
  readonly uninstalled_at: string | null;
}

export interface InventoryChanges {
  readonly added: readonly FoundSoftware[];
  /** Known software that has come back. */
  readonly returned: readonly (FoundSoftware & { readonly software_id: string })[];
  readonly changed: readonly (FoundSoftware & { readonly software_id: string })[];
  readonly removedIds: readonly string[];
}

/** An inventory's item with what it leaves out. */
export function foundSoftware(item: InventoryItem): FoundSoftware {
  const guess = classifySoftware(item.name);
  return {
    name: item.name,
    publisher: item.publisher || null,
    version: item.version || null,
    category: item.category || guess.category,
    software_type: item.software_type ?? guess.software_type,
    install_date: item.install_date ?? null,
    size_bytes: item.size_bytes ?? null,
    is_managed: item.is_managed ?? false,
    is_security_relevant: item.is_security_relevant ?? guess.is_security_relevant,
  };
}

/** What makes two findings on one asset the same installation. A hash, because names may be longer than an index can hold. */
export function softwareIdentity({ name, publisher, version }: Pick<FoundSoftware, 'name' | 'publisher' | 'version'>): string {
  return createHash('sha256')
    .update(JSON.stringify([productOf({ name, publisher }), version ?? '']))
    .digest('base64url');
}

function productOf({ name, publisher }: Pick<FoundSoftware, 'name' | 'publisher'>): string {
  return JSON.stringify([name.toLowerCase(), publisher?.toLowerCase() ?? '']);
}

/**
 * What an inventory changes. A product found with another version is the same installation, updated; a product in several
 * versions at once is as many installations.
 */
export function reconcileSoftware(known: readonly KnownSoftware[], found: readonly FoundSoftware[]): InventoryChanges {
  const unseen = new Map(known.map((row) => [softwareIdentity(row), row]));
  const findings = new Map(found.map((item) => [softwareIdentity(item), item]));
  const returned: (FoundSoftware & { software_id: string })[] = [];
  const changed: (FoundSoftware & { software_id: string })[] = [];
  const unmatched: FoundSoftware[] = [];

  for (const [identity, item] of findings) {
    const row = unseen.get(identity);
    if (row === undefined) {
      unmatched.push(item);
      continue;
    }
    unseen.delete(identity);
    const next = { ...withKnownDates(item, row), software_id: row.software_id };
    if (row.uninstalled_at !== null) returned.push(next);
    else if (differs(row, next)) changed.push(next);
  }

  const installed = Map.groupBy(
    [...unseen.values()].filter(({ uninstalled_at }) => uninstalled_at === null),
    productOf,
  );
  const added = unmatched.filter((item) => {
    const row = installed.get(productOf(item))?.shift();
    if (row !== undefined) changed.push({ ...withKnownDates(item, row), software_id: row.software_id });
    return row === undefined;
  });
  const removedIds = [...installed.values()].flat().map(({ software_id }) => software_id);
  return { added, returned, changed, removedIds };
}

/** What one inventory knew and the next does not say is kept. */
function withKnownDates(item: FoundSoftware, row: KnownSoftware): FoundSoftware {
  return { ...item, install_date: item.install_date ?? row.install_date, size_bytes: item.size_bytes ?? row.size_bytes };
}

function differs(row: KnownSoftware, item: FoundSoftware): boolean {
  const sameDate =
    row.install_date === item.install_date ||
    (row.install_date !== null && item.install_date !== null && Date.parse(row.install_date) === Date.parse(item.install_date));
  return (
    !sameDate ||
    (['name', 'publisher', 'category', 'software_type', 'size_bytes', 'is_managed', 'is_security_relevant'] as const).some(
      (member) => row[member] !== item[member],
    )
  );
}
