import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Block = z.object({
  block_id: z.guid(),
  client_id: z.guid(),
  block_name: z.string(),
  service_id: z.guid().nullable(),
  minutes: z.int(),
  remaining_minutes: z.int(),
  starts_on: z.string(),
  expires_on: z.string().nullable(),
});

export const usageRecordEvents = events('billing', {
  created: {
    name: 'usage_record.created',
    permission: 'billing:read',
    version: 1,
    key: 'usage_id',
    summary: 'It was recorded what a client used',
    data: z.object({
      usage_id: z.guid(),
      transaction_id: z.string(),
      client_id: z.guid(),
      service_id: z.guid(),
      contract_line_id: z.guid().nullable(),
      quantity: z.number(),
      usage_date: z.string(),
    }),
  },
  deleted: {
    name: 'usage_record.deleted',
    permission: 'billing:read',
    version: 1,
    key: 'usage_id',
    summary: 'A record of usage was deleted',
    data: z.object({ usage_id: z.guid(), client_id: z.guid() }),
  },
});

export const hourBlockEvents = events('billing', {
  created: {
    name: 'hour_block.created',
    permission: 'billing:read',
    version: 1,
    key: 'block_id',
    summary: 'A client bought hours in advance',
    data: Block,
  },
  updated: {
    name: 'hour_block.updated',
    permission: 'billing:read',
    version: 1,
    key: 'block_id',
    summary: 'A block of hours was renamed, its last day changed, or minutes of it were rolled over',
    data: Block,
  },
});
