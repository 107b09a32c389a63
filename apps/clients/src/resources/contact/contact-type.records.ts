import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../clients-app.ts';
import { normalizedLabel, type OwnType } from './contact-kind.rules.ts';

export interface WantedTypes {
  readonly labels: readonly string[];
  readonly ids: readonly string[];
}

/** The tenant's kinds of these names and ids; names that are new become kinds. */
export async function takeContactTypes(tx: Tx, kind: 'phone' | 'email', { labels, ids }: WantedTypes): Promise<OwnType[]> {
  if (labels.length === 0 && ids.length === 0) return [];
  const byName = new Map(labels.map((label) => [normalizedLabel(label), label]));
  if (byName.size > 0) {
    await tx
      .insertInto('contact_types')
      .values([...byName].sort().map(([normalized_label, label]) => ({ type_id: uuidv7(), kind, label, normalized_label })))
      .onConflict((conflict) => conflict.columns(['tenant', 'kind', 'normalized_label']).doNothing())
      .execute();
  }
  return tx
    .selectFrom('contact_types')
    .select(['type_id', 'label', 'normalized_label'])
    .where('kind', '=', kind)
    .where(sql<boolean>`(normalized_label = any(${[...byName.keys()]}::text[]) or type_id = any(${ids}::uuid[]))`)
    .execute();
}
