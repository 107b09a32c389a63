import { events } from '@psa/contract-kit';
import { z } from 'zod';
import { TaggedType } from './tag.schemas.ts';

const Applied = z.object({
  tag_id: z.guid(),
  definition_id: z.guid(),
  tag_text: z.string(),
  tagged_type: TaggedType,
  tagged_id: z.guid(),
});

const Definition = z.object({ definition_id: z.guid(), tag_text: z.string(), tagged_type: TaggedType });

export const tagEvents = events('desk', {
  applied: { name: 'tag.applied', version: 1, key: 'tag_id', summary: 'An entity was tagged', data: Applied },
  removed: { name: 'tag.removed', version: 1, key: 'tag_id', summary: 'A tag was taken off an entity', data: Applied },
});

export const tagDefinitionEvents = events('desk', {
  created: {
    name: 'tag_definition.created',
    version: 1,
    permission: 'tag:read',
    key: 'definition_id',
    summary: 'A tag was used for the first time on entities of a kind',
    data: Definition,
  },
  updated: {
    name: 'tag_definition.updated',
    version: 1,
    permission: 'tag:read',
    key: 'definition_id',
    summary: 'A tag was renamed or got other colours',
    data: Definition.extend({ previous_text: z.string() }),
  },
});
