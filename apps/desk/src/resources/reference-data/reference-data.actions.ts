import { ApiError, invalidField } from '@psa/contract-kit';
import type {
  AvailableReferenceData,
  CheckReferenceData,
  ImportReferenceData,
  ReferenceConflict,
  ReferenceItem,
} from '@psa/contracts-desk';
import { lockInTenant } from '@psa/postgres-kit';
import type { Db, Ports } from '../../desk-app.ts';
import { type OutsideTarget, type OwnTarget, type ReferenceTarget, targetOf } from './reference-targets.ts';

type Selection = Pick<CheckReferenceData, 'data_type' | 'filters' | 'reference_ids'>;

const keyOf = (name: string) => name.trim().toLowerCase();

/** Standard items whose names the tenant does not have yet. @throws VALIDATION_ERROR */
export async function availableItems(db: Db, ports: Ports, { data_type, filters }: AvailableReferenceData): Promise<ReferenceItem[]> {
  const target = targetOf(ports, data_type, filters);
  const existing = await target.existing(db);
  return target.items.filter((item) => find(existing, target, item) === undefined);
}

/** Standard items whose names or places are taken. @throws VALIDATION_ERROR */
export async function findConflicts(db: Db, ports: Ports, selection: CheckReferenceData): Promise<ReferenceConflict[]> {
  const target = targetOf(ports, selection.data_type, selection.filters);
  const existing = await target.existing(db);
  const last = Math.max(-1, ...existing.map(({ order }) => order));
  return selectedItems(target, selection).flatMap((item): ReferenceConflict[] => {
    const same = find(existing, target, item);
    if (same !== undefined) return [{ reference_item: item, conflict_type: 'name', existing_item: { id: same.id, name: same.name } }];
    if (item.parent_category_uuid) return [];
    const placed = existing.find(({ order, parent }) => order === item.display_order && parent === null);
    if (placed === undefined) return [];
    const existing_item = { id: placed.id, name: placed.name };
    return [{ reference_item: item, conflict_type: 'order', existing_item, suggested_order: last + 1 }];
  });
}

interface Imported {
  readonly imported: { id: string; reference_id: string; name: string }[];
  readonly skipped: { name: string; reason: string }[];
}

/**
 * Takes standard items over, all in one transaction. Those whose names are taken are skipped, so that a second import changes nothing.
 * @throws VALIDATION_ERROR, CONFLICT, SERVICE_UNAVAILABLE when the items belong to a service that does not answer
 */
export async function importItems(db: Db, ports: Ports, selection: ImportReferenceData) {
  const target = targetOf(ports, selection.data_type, selection.filters);
  const done = 'insertAll' in target ? await importOutside(db, target, selection) : await importOwn(db, target, selection);
  return { ...done, total_processed: done.imported.length + done.skipped.length };
}

function importOwn(db: Db, target: OwnTarget, selection: ImportReferenceData): Promise<Imported> {
  return db.transaction(async (tx) => {
    // Imports wait for each other: what one takes over is there for the next, which skips it.
    await lockInTenant(tx, 'reference-data');
    await target.lock?.(tx);
    const existing = [...(await target.existing(tx))];
    const done: Imported = { imported: [], skipped: [] };
    for (const item of selectedItems(target, selection)) {
      const decision = decide(target, item, resolutionOf(selection, item), existing, done.imported);
      if ('reason' in decision) done.skipped.push(decision);
      else {
        const { name, order, parent } = decision;
        const id = await target.insert(tx, { ...item, name, display_order: order }, parent);
        done.imported.push({ id, reference_id: item.id, name });
        existing.push({ id, name, order, parent });
      }
    }
    return done;
  });
}

async function importOutside(db: Db, target: OutsideTarget, selection: ImportReferenceData): Promise<Imported> {
  const existing = [...(await target.existing(db))];
  const [wanted, skipped]: [ReferenceItem[], Imported['skipped']] = [[], []];
  for (const item of selectedItems(target, selection)) {
    const decision = decide(target, item, resolutionOf(selection, item), existing, []);
    if ('reason' in decision) skipped.push(decision);
    else {
      const { name, order, parent } = decision;
      wanted.push({ ...item, name, display_order: order });
      existing.push({ id: item.id, name, order, parent });
    }
  }
  const made = wanted.length === 0 ? [] : await target.insertAll(db, wanted);
  const imported: Imported['imported'] = [];
  for (const [index, { id: reference_id, name }] of wanted.entries()) {
    const row = made[index];
    // Somebody else was quicker.
    if (row?.is_new === true) imported.push({ id: row.id, reference_id, name });
    else skipped.push({ name, reason: ALREADY });
  }
  return { imported, skipped };
}

type Resolution = NonNullable<ImportReferenceData['conflict_resolutions']>[string];

const resolutionOf = ({ conflict_resolutions = {} }: ImportReferenceData, { id }: ReferenceItem): Resolution | undefined =>
  conflict_resolutions[id];

const ALREADY = 'Already exists';

/** Under which name, and where, an item is taken over, or why it is not. @throws VALIDATION_ERROR */
function decide(
  target: ReferenceTarget,
  item: ReferenceItem,
  resolution: Resolution | undefined,
  existing: Existing,
  imported: Imported['imported'],
): { name: string; order: number; parent: string | null } | { name: string; reason: string } {
  if (resolution?.action === 'skip') return { name: item.name, reason: 'Skipped by user' };
  if (resolution?.action === 'rename' && resolution.new_name === undefined)
    throw invalidField(['conflict_resolutions', item.id, 'new_name'], 'is required to rename', 'required');
  const name = (resolution?.action === 'rename' ? resolution.new_name : undefined) ?? item.name;
  const parent = item.parent_category_uuid ? parentOf(target, existing, imported, item) : null;
  if (parent === undefined) return { name, reason: 'The category it lies in is not there' };
  const siblings = existing.filter((row) => row.parent === parent);
  if (siblings.some((row) => keyOf(row.name) === keyOf(name))) return { name, reason: ALREADY };
  const wanted = (resolution?.action === 'reorder' ? resolution.new_order : undefined) ?? item.display_order;
  const last = Math.max(-1, ...siblings.map(({ order }) => order));
  return { name, order: siblings.some((row) => row.order === wanted) ? last + 1 : wanted, parent };
}

function selectedItems(target: ReferenceTarget, { reference_ids = [] }: Selection): readonly ReferenceItem[] {
  if (reference_ids.length === 0) return target.items;
  const known = new Map(target.items.map((item) => [item.id, item]));
  const unknown = reference_ids.findIndex((id) => !known.has(id));
  if (unknown >= 0) throw invalidField(['reference_ids', unknown], 'is not a standard item of this type', 'unknown_reference');
  const wanted = new Set(reference_ids);
  return target.items.filter(({ id }) => wanted.has(id));
}

type Existing = Awaited<ReturnType<ReferenceTarget['existing']>>;

/** The row of the tenant a standard item has the name and the place in the tree of. */
function find(existing: Existing, target: ReferenceTarget, item: ReferenceItem): Existing[number] | undefined {
  const parent = item.parent_category_uuid ? target.items.find(({ id }) => id === item.parent_category_uuid) : undefined;
  const parentRow = parent && existing.find((row) => keyOf(row.name) === keyOf(parent.name) && row.parent === null);
  if (parent !== undefined && parentRow === undefined) return undefined;
  return existing.find((row) => keyOf(row.name) === keyOf(item.name) && row.parent === (parentRow?.id ?? null));
}

/** Id of the category a standard item goes into; undefined when it is not there. */
function parentOf(
  target: ReferenceTarget,
  existing: Existing,
  imported: readonly { id: string; reference_id: string }[],
  item: ReferenceItem,
): string | undefined {
  const fresh = imported.find(({ reference_id }) => reference_id === item.parent_category_uuid);
  if (fresh !== undefined) return fresh.id;
  const parent = target.items.find(({ id }) => id === item.parent_category_uuid);
  if (parent === undefined) throw new ApiError('INTERNAL_ERROR');
  return existing.find((row) => keyOf(row.name) === keyOf(parent.name) && row.parent === null)?.id;
}
