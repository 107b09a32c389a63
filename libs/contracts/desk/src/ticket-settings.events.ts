import { events } from '@psa/contract-kit';
import { z } from 'zod';

const ChannelFacts = z.object({ channel_id: z.guid(), channel_name: z.string(), is_default: z.boolean(), is_inactive: z.boolean() });
const StatusFacts = z.object({
  status_id: z.guid(),
  name: z.string(),
  channel_id: z.guid(),
  is_closed: z.boolean(),
  is_default: z.boolean(),
});
const PriorityFacts = z.object({ priority_id: z.guid(), priority_name: z.string(), item_type: z.string(), order_number: z.int() });

const channel = { version: 1, permission: 'ticket:read', key: 'channel_id' } as const;
const status = { version: 1, permission: 'ticket:read', key: 'status_id' } as const;
const priority = { version: 1, permission: 'ticket:read', key: 'priority_id' } as const;

export const channelEvents = events('desk', {
  created: { ...channel, name: 'channel.created', summary: 'A channel was created', data: ChannelFacts },
  updated: { ...channel, name: 'channel.updated', summary: 'A channel was changed', data: ChannelFacts },
  deleted: { ...channel, name: 'channel.deleted', summary: 'A channel was deleted', data: z.object({ channel_id: z.guid() }) },
});

export const ticketStatusEvents = events('desk', {
  created: { ...status, name: 'status.created', summary: 'A status of tickets was created', data: StatusFacts },
  updated: { ...status, name: 'status.updated', summary: 'A status of tickets was changed', data: StatusFacts },
  deleted: { ...status, name: 'status.deleted', summary: 'A status of tickets was deleted', data: z.object({ status_id: z.guid() }) },
});

export const priorityEvents = events('desk', {
  created: { ...priority, name: 'priority.created', summary: 'A priority was created', data: PriorityFacts },
  updated: { ...priority, name: 'priority.updated', summary: 'A priority was changed', data: PriorityFacts },
  deleted: { ...priority, name: 'priority.deleted', summary: 'A priority was deleted', data: z.object({ priority_id: z.guid() }) },
});
