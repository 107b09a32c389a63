import { conflict, notFound } from '@psa/contract-kit';
import { type CreateTag, type SetTagColors, tagDefinitionEvents, type TaggedType } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import type { Db, Ports } from '../../desk-app.ts';
import { asInvalidEntity, changeTags } from './entity-tags.actions.ts';
import { defaultTagColors } from '../tag/tag-color.ts';
import { findTag, findTags, findTagsOfEntity, type TagRow, updateDefinition } from '../tag/tag.records.ts';

/** Tags an entity. @throws VALIDATION_ERROR for an unknown entity or a 21st tag, CONFLICT when it has the tag already */
export async function createTag(db: Db, ports: Ports, input: CreateTag): Promise<TagRow> {
  const { tag_text, tagged_type, tagged_id } = input;
  const before = await findTagsOfEntity(db, tagged_type, tagged_id);
  if (before.some((tag) => tag.tag_text === tag_text))
    throw conflict('The entity has this tag already', [
      { code: 'duplicate', path: ['tag_text'], message: 'is a tag of the entity already' },
    ]);
  await changeTags(db, ports, tagged_type, tagged_id, { add: [tag_text], remove: [] }).catch(asInvalidEntity);
  const made = (await findTagsOfEntity(db, tagged_type, tagged_id)).find((tag) => tag.tag_text === tag_text);
  if (made === undefined) throw notFound('Tag');
  if (input.background_color === undefined && input.text_color === undefined) return made;
  await setColors(db, made.tag_id, input);
  return requireTag(db, made.tag_id);
}

/** Takes tags off their entities. @returns how many were there */
export async function deleteTags(db: Db, ports: Ports, ids: readonly string[]): Promise<number> {
  const tags = await findTags(db, ids);
  const byEntity = Map.groupBy(tags, ({ tagged_type, tagged_id }) => `${tagged_type} ${tagged_id}`);
  for (const [first, ...others] of byEntity.values()) {
    if (first === undefined) continue;
    const remove = [first, ...others].map(({ tag_text }) => tag_text);
    await changeTags(db, ports, first.tagged_type as TaggedType, first.tagged_id, { add: [], remove });
  }
  return tags.length;
}

/** Takes a tag off its entity. @throws NOT_FOUND */
export async function deleteTag(db: Db, ports: Ports, tagId: string): Promise<void> {
  await requireTag(db, tagId);
  await deleteTags(db, ports, [tagId]);
}

/** Sets the colours of a tag on every entity of its kind. @returns how many definitions changed @throws NOT_FOUND */
export function setColors(db: Db, tagId: string, input: SetTagColors): Promise<number> {
  return db.transaction(async (tx) => {
    const tag = await requireTag(tx, tagId);
    const standard = defaultTagColors(tag.tag_text);
    const colors = {
      background_color: input.background_color === undefined ? tag.background_color : (input.background_color ?? standard.background_color),
      text_color: input.text_color === undefined ? tag.text_color : (input.text_color ?? standard.text_color),
    };
    if (colors.background_color === tag.background_color && colors.text_color === tag.text_color) return 0;
    const { definition_id, tag_text, version } = await updateDefinition(tx, tag.definition_id, colors);
    const tagged_type = tag.tagged_type as TaggedType;
    emit(tx, tagDefinitionEvents.updated, { definition_id, tag_text, tagged_type, previous_text: tag_text }, version);
    return 1;
  });
}

/** @throws NOT_FOUND */
export async function requireTag(db: Db, tagId: string): Promise<TagRow> {
  const tag = await findTag(db, tagId);
  if (tag === undefined) throw notFound('Tag');
  return tag;
}
