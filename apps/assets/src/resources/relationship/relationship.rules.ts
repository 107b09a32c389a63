const ABOVE = new Set(['parent', 'parent_of', 'contains']);
const BELOW = new Set(['child', 'child_of', 'part_of']);

/** The place of two assets in the hierarchy. */
export interface Hierarchy {
  readonly parent_id: string;
  readonly child_id: string;
}

/**
 * How a type orders two assets: `contains` puts the asset above the related one, `part_of` below it.
 * @returns null for types that order nothing, such as `connected_to`
 */
export function hierarchyOf(type: string, assetId: string, relatedId: string): Hierarchy | null {
  const word = type.toLowerCase();
  if (ABOVE.has(word)) return { parent_id: assetId, child_id: relatedId };
  if (BELOW.has(word)) return { parent_id: relatedId, child_id: assetId };
  return null;
}
