import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../desk-app.ts';
import type { TagDefinitionsTable, TagMappingsTable } from './tag.tables.ts';

export type TagRow = Selectable<TagMappingsTable> & Pick<Selectable<TagDefinitionsTable>, 'tag_text' | 'background_color' | 'text_color'>;
export type TagDefinition = Selectable<TagDefinitionsTable>;

/** Tags of entities with their texts and colours: the base of every read. */
export function tagRows(db: Db) {
  return db
    .selectFrom('tag_mappings')
    .innerJoin('tag_definitions', (join) =>
      join
        .onRef('tag_definitions.tenant', '=', 'tag_mappings.tenant')
        .onRef('tag_definitions.definition_id', '=', 'tag_mappings.definition_id'),
    )
    .selectAll('tag_mappings')
    .select(['tag_definitions.tag_text', 'tag_definitions.background_color', 'tag_definitions.text_color']);
}

export function findTag(db: Db, tagId: string): Promise<TagRow | undefined> {
  return tagRows(db).where('tag_mappings.tag_id', '=', tagId).executeTakeFirst();
}

/** Those of the ids that are tags. */
export function findTags(db: Db, ids: readonly string[]): Promise<TagRow[]> {
  return tagRows(db)
    .where('tag_mappings.tag_id', 'in', [...ids])
    .execute();
}

/** The tags of an entity by text. */
export function findTagsOfEntity(db: Db, type: string, id: string): Promise<TagRow[]> {
  return tagRows(db)
    .where('tag_mappings.tagged_type', '=', type)
    .where('tag_mappings.tagged_id', '=', id)
    .orderBy('tag_definitions.tag_text')
    .execute();
}

/** Reads a definition and keeps others from renaming it, or using it anew, until the transaction ends. */
export function lockDefinition(tx: Tx, definitionId: string): Promise<TagDefinition | undefined> {
  return tx.selectFrom('tag_definitions').selectAll().where('definition_id', '=', definitionId).forUpdate().executeTakeFirst();
}

export function findDefinitionById(db: Db, definitionId: string): Promise<TagDefinition | undefined> {
  return db.selectFrom('tag_definitions').selectAll().where('definition_id', '=', definitionId).executeTakeFirst();
}

export function findDefinition(tx: Tx, type: string, text: string): Promise<TagDefinition | undefined> {
  return tx.selectFrom('tag_definitions').selectAll().where('tagged_type', '=', type).where('tag_text', '=', text).executeTakeFirst();
}

/** One page of the tags of a definition in the order of their ids. @param after last tag of the page before; the first page when null */
export function findMappingsOf(db: Db, definitionId: string, after: string | null, limit: number) {
  return db
    .selectFrom('tag_mappings')
    .select(['tag_id', 'tagged_id'])
    .where('definition_id', '=', definitionId)
    .$if(after !== null, (rows) => rows.where('tag_id', '>', after ?? ''))
    .orderBy('tag_id')
    .limit(limit)
    .execute();
}

/** Writes texts or colours and raises the version. */
export function updateDefinition(tx: Tx, definitionId: string, changes: Updateable<TagDefinitionsTable>): Promise<TagDefinition> {
  return tx
    .updateTable('tag_definitions')
    .set({ ...changes, version: sql`version + 1` })
    .where('definition_id', '=', definitionId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whether what an owner tells of an entity's tags is newer than what is known; from then on it is known. */
export async function isNewer(tx: Tx, tagged_type: string, tagged_id: string, version: number): Promise<boolean> {
  const row = await tx
    .insertInto('tagged_entities')
    .values({ tagged_type, tagged_id, version })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'tagged_type', 'tagged_id']).doUpdateSet({ version }).where('tagged_entities.version', '<', version),
    )
    .returning('version')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks an entity whose tags are kept here alone. */
export async function lockTaggedEntity(tx: Tx, tagged_type: string, tagged_id: string): Promise<void> {
  await tx
    .insertInto('tagged_entities')
    .values({ tagged_type, tagged_id, version: 1 })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'tagged_type', 'tagged_id']).doUpdateSet({ version: sql`tagged_entities.version + 1` }),
    )
    .execute();
}
