import { ApiError, invalidField } from '@psa/contract-kit';
import type {
  AvailableReferenceData,
  CheckReferenceData,
  ImportReferenceData,
  ReferenceConflict,
  ReferenceItem,
} from '@psa/contracts-desk';
import type { Db } from '../../desk-app.ts';
import { type ReferenceTarget, targetOf } from './reference-targets.ts';

type Selection = Pick<CheckReferenceData, 'data_type' | 'filters' | 'reference_ids'>;

const keyOf = (name: string) => name.trim().toLowerCase();

/** Standard items whose names the tenant does not have yet. @throws VALIDATION_ERROR */
export async function availableItems(db: Db, { data_type, filters }: AvailableReferenceData): Promise<ReferenceItem[]> {
  const target = targetOf(data_type, filters);
  const existing = await target.existing(db);
  return target.items.filter((item) => find(existing, target, item) === undefined);
}

/** Standard items whose names or places are taken. @throws VALIDATION_ERROR */
export async function findConflicts(db: Db, selection: CheckReferenceData): Promise<ReferenceConflict[]> {
  const target = targetOf(selection.data_type, selection.filters);
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

/**
 * Takes standard items over, all in one transaction. Those whose names are taken are skipped, so that a second import changes nothing.
 * @throws VALIDATION_ERROR, CONFLICT
 */
export function importItems(db: Db, selection: ImportReferenceData) {
  const target = targetOf(selection.data_type, selection.filters);
  const items = selectedItems(target, selection);
  const resolutions = selection.conflict_resolutions ?? {};
  return db.transaction(async (tx) => {
    const imported: { id: string; reference_id: string; name: string }[] = [];
    const skipped: { name: string; reason: string }[] = [];
    for (const item of items) {
      const resolution = resolutions[item.id];
      if (resolution?.action === 'skip') {
        skipped.push({ name: item.name, reason: 'Skipped by user' });
        continue;
      }
      if (resolution?.action === 'rename' && resolution.new_name === undefined)
        throw invalidField(['conflict_resolutions', item.id, 'new_name'], 'is required to rename', 'required');
      const name = (resolution?.action === 'rename' ? resolution.new_name : undefined) ?? item.name;
      // Read anew each time: what was imported before counts too.
      const existing = await target.existing(tx);
      const parent = item.parent_category_uuid ? parentOf(target, existing, imported, item) : null;
      if (parent === undefined) {
        skipped.push({ name, reason: 'The category it lies in is not there' });
        continue;
      }
      if (existing.some((row) => keyOf(row.name) === keyOf(name) && row.parent === parent)) {
        skipped.push({ name, reason: 'Already exists' });
        continue;
      }
      const siblings = existing.filter((row) => row.parent === parent);
      const wanted = (resolution?.action === 'reorder' ? resolution.new_order : undefined) ?? item.display_order;
      const last = Math.max(-1, ...siblings.map(({ order }) => order));
      const order = siblings.some((row) => row.order === wanted) ? last + 1 : wanted;
      const id = await target.insert(tx, { ...item, name, display_order: order }, parent);
      imported.push({ id, reference_id: item.id, name });
    }
    return { imported, skipped, total_processed: imported.length + skipped.length };
  });
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
