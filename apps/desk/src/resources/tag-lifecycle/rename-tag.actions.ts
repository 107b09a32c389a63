import { ApiError, notFound } from '@psa/contract-kit';
import { tagDefinitionEvents, type TaggedType } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { violates } from '@psa/postgres-kit';
import { type Job, wakeWorker } from '@psa/work-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../desk-app.ts';
import {
  findDefinition,
  findDefinitionById,
  findMappingsOf,
  findTag,
  findTagsOfEntity,
  lockDefinition,
  type TagDefinition,
  type TagRow,
  updateDefinition,
} from '../tag/tag.records.ts';
import { joinDefinitions } from '../tag/sync-tags.actions.ts';
import { changeTags } from './entity-tags.actions.ts';
import { type TagRenameJob, tagRenameQueue } from './tag-rename.queue.ts';

/**
 * Renames a tag on every entity of its kind. Tags have the new text at once, and keep their ids; what entities are shown with follows
 * in a job. Where an entity has the new text already, the two become one.
 * @returns the tag of the entity it was asked for @throws NOT_FOUND
 */
export async function renameTag(db: Db, tagId: string, text: string): Promise<TagRow> {
  const rename = () => db.transaction((tx) => renameIn(tx, tagId, text));
  return rename().catch((error: unknown) => {
    // Somebody used the new text for the first time meanwhile.
    if (violates(error, 'tag_definitions_text')) return rename();
    throw error;
  });
}

async function renameIn(tx: Tx, tagId: string, text: string): Promise<TagRow> {
  const tag = await findTag(tx, tagId);
  const definition = tag && (await lockDefinition(tx, tag.definition_id));
  if (tag === undefined || definition === undefined) throw notFound('Tag');
  if (definition.tag_text === text) return { ...tag, tag_text: text };
  const tagged_type = tag.tagged_type as TaggedType;
  const row = await takeText(tx, definition, text);
  const { definition_id, version } = row;
  emit(tx, tagDefinitionEvents.updated, { definition_id, tag_text: text, tagged_type, previous_text: definition.tag_text }, version);
  const job: TagRenameJob = { tagged_type, definition_id, from: definition.tag_text, scanned_id: definition_id, after: null };
  tagRenameQueue.add(tx, [{ job_id: uuidv7(), payload: job }]);
  tx.afterCommit(() => wakeWorker(tagRenameQueue.table));
  const renamed = (await findTagsOfEntity(tx, tagged_type, tag.tagged_id)).find((its) => its.definition_id === definition_id);
  if (renamed === undefined) throw notFound('Tag');
  return renamed;
}

/** Gives a definition another text, or its tags and colours to the definition that has the text already. */
async function takeText(tx: Tx, definition: TagDefinition, text: string): Promise<TagDefinition> {
  const { definition_id, tagged_type, background_color, text_color } = definition;
  const existing = await findDefinition(tx, tagged_type, text);
  if (existing === undefined) return updateDefinition(tx, definition_id, { tag_text: text });
  await joinDefinitions(tx, tagged_type as TaggedType, definition_id, existing.definition_id);
  return updateDefinition(tx, existing.definition_id, { background_color, text_color });
}

/** Entities a job brings along. */
const PAGE = 200;

/** Shows one page of entities with the new text, and leaves the next page to another job. */
export async function renameOnPage(db: Db, ports: Ports, job: Job<TagRenameJob>): Promise<void> {
  const { tagged_type, definition_id, from, scanned_id, after } = job.payload;
  const definition = await findDefinitionById(db, definition_id);
  const tags = definition === undefined ? [] : await findMappingsOf(db, scanned_id, after, PAGE);
  for (const { tagged_id } of tags) {
    job.signal.throwIfAborted();
    const change = { add: [definition?.tag_text ?? ''], remove: [from] };
    await changeTags(db, ports, tagged_type, tagged_id, change).catch(passOver);
  }
  await db.transaction(async (tx) => {
    await job.complete(tx);
    const next = await nextPage(tx, job.payload, tags.length < PAGE ? null : (tags.at(-1)?.tag_id ?? null));
    if (next === undefined) return;
    tagRenameQueue.add(tx, [{ job_id: uuidv7(), payload: next }]);
    tx.afterCommit(() => wakeWorker(tagRenameQueue.table));
  });
}

/** @param after last tag of a full page; null when the definition was gone through */
async function nextPage(tx: Tx, job: TagRenameJob, after: string | null): Promise<TagRenameJob | undefined> {
  if (after !== null) return { ...job, after };
  if (job.scanned_id !== job.definition_id) return undefined;
  // Who changed an entity before it was brought along may have used the former text once more.
  const former = await findDefinition(tx, job.tagged_type, job.from);
  if (former === undefined || former.definition_id === job.definition_id) return undefined;
  return { ...job, scanned_id: former.definition_id, after: null };
}

/** An entity that is gone, or cannot be changed, keeps nobody from the others. */
function passOver(error: unknown): void {
  if (!(error instanceof ApiError) || !PASSED_OVER.has(error.code)) throw error;
}

const PASSED_OVER: ReadonlySet<string> = new Set(['NOT_FOUND', 'VALIDATION_ERROR', 'CONFLICT']);
