import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Facts = z.object({ type_id: z.guid(), type_key: z.string(), type_name: z.string() });
const Gone = z.object({ type_id: z.guid() });

const taskType = { version: 1, permission: 'project:read', key: 'type_id' } as const;
const interactionType = { version: 1, permission: 'ticket:read', key: 'type_id' } as const;

export const taskTypeEvents = events('desk', {
  created: { ...taskType, name: 'task_type.created', summary: 'A type of tasks was created', data: Facts },
  updated: { ...taskType, name: 'task_type.updated', summary: 'A type of tasks was changed', data: Facts },
  deleted: { ...taskType, name: 'task_type.deleted', summary: 'A type of tasks was deleted', data: Gone },
});

export const interactionTypeEvents = events('desk', {
  created: { ...interactionType, name: 'interaction_type.created', summary: 'A type of interactions was created', data: Facts },
  updated: { ...interactionType, name: 'interaction_type.updated', summary: 'A type of interactions was changed', data: Facts },
  deleted: { ...interactionType, name: 'interaction_type.deleted', summary: 'A type of interactions was deleted', data: Gone },
});
