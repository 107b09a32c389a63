import { ApiError, invalidField, notFound } from '@psa/contract-kit';
import { MAX_TAGS, type TaggedType } from '@psa/contracts-desk';
import type { Db, Ports, Tx } from '../../desk-app.ts';
import type { TagChange } from '../../ports/tag-owners.ts';
import { changeTask } from '../project/project-task/project-task.actions.ts';
import { lockTask } from '../project/project-task/project-task.records.ts';
import { changeProject } from '../project/project.actions.ts';
import { lockProject } from '../project/project.records.ts';
import { changeTicket, retagTicket } from '../ticket/ticket-change.actions.ts';
import { lockTicket } from '../ticket/ticket.records.ts';
import { findTagsOfEntity, isNewer, lockTaggedEntity } from '../tag/tag.records.ts';
import { syncTags } from '../tag/sync-tags.actions.ts';

/** Entities of this service: how to read their tags under their lock, and how to write them with all that follows. */
interface OwnEntity {
  readonly lock: (tx: Tx, id: string) => Promise<{ readonly tags: readonly string[] } | undefined>;
  readonly write: (tx: Tx, id: string, tags: string[], change: TagChange) => Promise<void>;
}

const own: Readonly<Partial<Record<TaggedType, OwnEntity>>> = {
  ticket: {
    lock: lockTicket,
    write: async (tx, id, tags, { remove }) => {
      if (remove.length > 0) await retagTicket(tx, id, tags);
      else await changeTicket(tx, id, { tags });
    },
  },
  project: { lock: lockProject, write: (tx, id, tags) => changeProject(tx, id, { tags }) },
  project_task: { lock: lockTask, write: (tx, id, tags) => changeTask(tx, id, { tags }) },
};

/**
 * Changes the tags of an entity, wherever it is kept.
 * @throws NOT_FOUND when there is no such entity, VALIDATION_ERROR when it would have too many tags, SERVICE_UNAVAILABLE when its owner does not answer
 */
export async function changeTags(db: Db, ports: Ports, type: TaggedType, id: string, change: TagChange): Promise<void> {
  const entity = own[type];
  if (entity !== undefined) return db.transaction((tx) => changeOwn(tx, entity, type, id, change));
  if (type === 'client' || type === 'contact') {
    const tagged = await ports.tagOwners.change(db.context, type, id, change);
    if (tagged === null) throw notFound('Entity');
    return db.transaction((tx) => keepTags(tx, type, id, tagged.tags, tagged.version));
  }
  if (!(await ports.tagOwners.hasAsset(db.context, id))) throw notFound('Entity');
  return db.transaction(async (tx) => {
    await lockTaggedEntity(tx, type, id);
    const tags = (await findTagsOfEntity(tx, type, id)).map(({ tag_text }) => tag_text);
    await syncTags(tx, type, id, afterwards(tags, change));
  });
}

async function changeOwn(tx: Tx, entity: OwnEntity, type: TaggedType, id: string, change: TagChange): Promise<void> {
  const row = await entity.lock(tx, id);
  if (row === undefined) throw notFound('Entity');
  // What it is shown with may be older than its tags, one of which was renamed.
  const texts = (await findTagsOfEntity(tx, type, id)).map(({ tag_text }) => tag_text);
  const kept = row.tags.filter((tag) => texts.includes(tag));
  await entity.write(tx, id, afterwards([...kept, ...texts.filter((text) => !kept.includes(text))], change), change);
}

/** The tags after a change. @throws VALIDATION_ERROR when there are too many */
function afterwards(tags: readonly string[], { add, remove }: TagChange): string[] {
  const next = [...new Set([...tags.filter((tag) => !remove.includes(tag)), ...add])];
  if (next.length > Math.max(MAX_TAGS, tags.length)) throw invalidField('tags', `are ${MAX_TAGS} at most`, 'too_big');
  return next;
}

/** Takes over the tags of an entity as its owner tells them, unless newer ones are known. */
export async function keepTags(tx: Tx, type: TaggedType, id: string, tags: readonly string[], version: number): Promise<void> {
  if (await isNewer(tx, type, id, version)) await syncTags(tx, type, id, [...new Set(tags)]);
}

/** A fault of the tagged entity as one of the body that names it. */
export function asInvalidEntity(error: unknown): never {
  if (error instanceof ApiError && error.code === 'NOT_FOUND')
    throw invalidField('tagged_id', 'is not an entity of this kind', 'unknown_reference');
  throw error;
}
