import { isUuid } from '@psa/contract-kit';
import { tagDefinitionEvents, tagEvents, type TaggedType } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../desk-app.ts';
import { addToFigures, type Share } from '../figure/figure.records.ts';
import { defaultTagColors } from './tag-color.ts';

/**
 * Brings the tags of an entity in line with the given texts. The entity's row has to be locked: two writers would mix their texts.
 * @param texts in lower case, each once
 */
export async function syncTags(tx: Tx, tagged_type: TaggedType, tagged_id: string, texts: readonly string[]): Promise<void> {
  const existing = await tx
    .selectFrom('tag_mappings')
    .innerJoin('tag_definitions', (join) =>
      join
        .onRef('tag_definitions.tenant', '=', 'tag_mappings.tenant')
        .onRef('tag_definitions.definition_id', '=', 'tag_mappings.definition_id'),
    )
    .select(['tag_mappings.tag_id', 'tag_mappings.definition_id', 'tag_definitions.tag_text'])
    .where('tag_mappings.tagged_type', '=', tagged_type)
    .where('tag_mappings.tagged_id', '=', tagged_id)
    .execute();
  const removed = existing.filter(({ tag_text }) => !texts.includes(tag_text));
  const added = texts.filter((text) => existing.every(({ tag_text }) => tag_text !== text));
  if (removed.length > 0) {
    await tx
      .deleteFrom('tag_mappings')
      .where(
        'tag_id',
        'in',
        removed.map(({ tag_id }) => tag_id),
      )
      .execute();
    addToFigures(tx, 'tag', usesOf(tagged_type, removed, -1));
    for (const tag of removed) emit(tx, tagEvents.removed, { ...tag, tagged_type, tagged_id }, 2);
  }
  if (added.length === 0) return;
  const definitions = await requireDefinitions(tx, tagged_type, added);
  const created_by = isUuid(tx.context.actor.id) ? tx.context.actor.id : null;
  const textOf = new Map([...definitions].map(([tag_text, definition_id]) => [definition_id, tag_text]));
  const made = await tx
    .insertInto('tag_mappings')
    .values(
      added.map((tag_text) => ({
        tag_id: uuidv7(),
        definition_id: definitions.get(tag_text) as string,
        tagged_type,
        tagged_id,
        created_by,
      })),
    )
    // A tag of the entity may be renamed to the text at the same time.
    .onConflict((row) => row.columns(['tenant', 'tagged_type', 'tagged_id', 'definition_id']).doNothing())
    .returning(['tag_id', 'definition_id'])
    .execute();
  addToFigures(tx, 'tag', usesOf(tagged_type, made, 1));
  for (const tag of made) emit(tx, tagEvents.applied, { ...tag, tag_text: textOf.get(tag.definition_id) ?? '', tagged_type, tagged_id }, 1);
}

/** Ids of the texts' definitions, which are made where there are none yet. */
async function requireDefinitions(tx: Tx, tagged_type: TaggedType, texts: readonly string[]): Promise<Map<string, string>> {
  // In one order everywhere, so that two writers of the same new texts cannot wait for each other.
  const made = await tx
    .insertInto('tag_definitions')
    .values([...texts].sort().map((tag_text) => ({ definition_id: uuidv7(), tag_text, tagged_type, ...defaultTagColors(tag_text) })))
    .onConflict((row) => row.columns(['tenant', 'tagged_type', 'tag_text']).doNothing())
    .returning(['definition_id', 'tag_text'])
    .execute();
  for (const definition of made) emit(tx, tagDefinitionEvents.created, { ...definition, tagged_type }, 1);
  const rows = await tx
    .selectFrom('tag_definitions')
    .select(['definition_id', 'tag_text'])
    .where('tagged_type', '=', tagged_type)
    .where('tag_text', 'in', [...texts])
    .execute();
  // One of them was renamed in between: its text is new again.
  if (rows.length < texts.length) return requireDefinitions(tx, tagged_type, texts);
  return new Map(rows.map(({ tag_text, definition_id }) => [tag_text, definition_id]));
}

/** Removes the tags of entities that are deleted. */
export async function removeTagsOf(tx: Tx, tagged_type: TaggedType, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = await tx
    .deleteFrom('tag_mappings')
    .where('tagged_type', '=', tagged_type)
    .where('tagged_id', 'in', [...ids])
    .returning(['tag_id', 'definition_id', 'tagged_id'])
    .execute();
  if (gone.length === 0) return;
  addToFigures(tx, 'tag', usesOf(tagged_type, gone, -1));
  const definitions = await tx
    .selectFrom('tag_definitions')
    .select(['definition_id', 'tag_text'])
    .where('definition_id', 'in', [...new Set(gone.map(({ definition_id }) => definition_id))])
    .execute();
  const texts = new Map(definitions.map(({ definition_id, tag_text }) => [definition_id, tag_text]));
  for (const tag of gone) emit(tx, tagEvents.removed, { ...tag, tag_text: texts.get(tag.definition_id) ?? '', tagged_type }, 2);
}

/** Hands the tags of a definition to another one, but for those of entities that have both. */
export async function joinDefinitions(tx: Tx, tagged_type: TaggedType, fromId: string, intoId: string): Promise<void> {
  const moved = await tx
    .updateTable('tag_mappings')
    .set({ definition_id: intoId })
    .where('definition_id', '=', fromId)
    .where(
      'tagged_id',
      'not in',
      tx.selectFrom('tag_mappings').select('tagged_id').where('definition_id', '=', intoId).where('tagged_type', '=', tagged_type),
    )
    .executeTakeFirstOrThrow();
  const amount = Number(moved.numUpdatedRows);
  addToFigures(tx, 'tag', [
    { part: tagged_type, kind: 'use', key: fromId, amount: -amount },
    { part: tagged_type, kind: 'use', key: intoId, amount },
  ]);
}

function usesOf(part: TaggedType, tags: readonly { readonly definition_id: string }[], amount: number): Share[] {
  return tags.map(({ definition_id: key }) => ({ part, kind: 'use', key, amount }));
}
