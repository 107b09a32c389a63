import { created, Id, listQuery, one, page, QueryBoolean, routes, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

const day = z.iso.date();
const MAX_MINUTES = 10_000_000;
const text = z.string().trim().min(1).max(255);

export const HourBlock = z
  .object({
    block_id: Id.describe('Identifies the block'),
    client_id: Id.describe('Client who has it'),
    client_name: z.string().nullable().describe('Name of the client'),
    block_name: z.string().describe('Name'),
    service_id: Id.nullable().describe('Service it covers; any hourly work when null'),
    minutes: z.int().describe('Minutes it had at first'),
    remaining_minutes: z.int().describe('Minutes that are left'),
    starts_on: z.string().describe('First day of work it covers'),
    expires_on: z.string().nullable().describe('Last day of work it covers'),
    is_expired: z.boolean().describe('Whether that day has passed'),
    rolled_over_minutes: z.int().describe('Minutes rolled over into other blocks'),
    rolled_over_from: Id.nullable().describe('Block that its minutes were rolled over from'),
    created_at: Timestamp.describe('When it was added'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'HourBlock' });
export type HourBlock = z.infer<typeof HourBlock>;

export const CreateHourBlock = z
  .object({
    client_id: Id.describe('Client who has it'),
    block_name: text.describe('Name'),
    service_id: Id.nullish().describe('Service it covers; any hourly work when absent'),
    minutes: z.int().min(1).max(MAX_MINUTES).describe('Minutes it has'),
    starts_on: day.optional().describe('First day of work it covers; today when absent'),
    expires_on: day.nullish().describe('Last day of work it covers; no end when absent'),
  })
  .meta({ id: 'CreateHourBlock' });
export type CreateHourBlock = z.infer<typeof CreateHourBlock>;

export const UpdateHourBlock = z
  .object({ block_name: text.describe('Name'), expires_on: day.nullable().describe('Last day of work it covers') })
  .partial()
  .meta({ id: 'UpdateHourBlock' });
export type UpdateHourBlock = z.infer<typeof UpdateHourBlock>;

export const RollOverHourBlock = z
  .object({
    block_name: text.optional().describe('Name of the new block; that of the old one when absent'),
    starts_on: day
      .optional()
      .describe('First day of work the new block covers; the day after the old one ended when absent, or today when it has no end'),
    expires_on: day.nullish().describe('Last day of work the new block covers; no end when absent'),
    minutes: z
      .int()
      .min(1)
      .max(MAX_MINUTES)
      .optional()
      .describe('Minutes to roll over, at most those that remain; all of them when absent')
      .meta({ example: 300 }),
  })
  .meta({ id: 'RollOverHourBlock' });
export type RollOverHourBlock = z.infer<typeof RollOverHourBlock>;

export const HourBlockListQuery = listQuery({
  sort: ['created_at', 'expires_on', 'remaining_minutes', 'block_name'],
  defaultSort: 'created_at',
  filters: {
    client_id: Id.optional().describe('Only those of this client'),
    service_id: Id.optional().describe('Only those that cover this service alone'),
    has_remaining: QueryBoolean.optional().describe('Whether something is left of them'),
    include_expired: QueryBoolean.optional().describe('Whether expired ones come too'),
  },
});
export type HourBlockListQuery = z.infer<typeof HourBlockListQuery>;

export const HourBlockDraw = z
  .object({
    draw_id: Id.describe('Identifies it'),
    invoice_id: Id.describe('Invoice that took them, or gave them back'),
    minutes: z.int().describe('Minutes taken; negative when given back'),
    created_at: Timestamp.describe('When'),
  })
  .meta({ id: 'HourBlockDraw' });

export const HourBlockDrawListQuery = listQuery({ sort: ['created_at'], defaultSort: 'created_at', filters: {} });
export type HourBlockDrawListQuery = z.infer<typeof HourBlockDrawListQuery>;

const params = z.object({ id: Id.describe('Hour block id') });

export const hourBlockRoutes = routes(
  { service: 'billing', form: 'data', tag: 'Hour blocks', staffOnly: true },
  {
    listHourBlocks: {
      method: 'get',
      path: '/api/v1/hour-blocks',
      permission: 'billing:read',
      summary: 'List hours that clients bought in advance',
      query: HourBlockListQuery,
      reply: page(HourBlock),
    },
    createHourBlock: {
      method: 'post',
      path: '/api/v1/hour-blocks',
      permission: 'billing:create',
      summary: 'Add hours that a client bought in advance',
      description: 'What they cost is an invoice or a prepayment of its own.',
      body: CreateHourBlock,
      reply: created(HourBlock),
      versioned: true,
    },
    getHourBlock: {
      method: 'get',
      path: '/api/v1/hour-blocks/{id}',
      permission: 'billing:read',
      summary: 'Read one block of hours',
      params,
      reply: one(HourBlock),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    updateHourBlock: {
      method: 'put',
      path: '/api/v1/hour-blocks/{id}',
      permission: 'billing:update',
      summary: 'Rename a block of hours, or change its last day',
      params,
      body: UpdateHourBlock,
      reply: one(HourBlock),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    rollOverHourBlock: {
      method: 'post',
      path: '/api/v1/hour-blocks/{id}/roll-over',
      permission: 'billing:update',
      summary: 'Roll the remaining minutes of an hour block over into a new one',
      description: 'Bill the work up to the last day of the old block first: afterwards the old block no longer covers it.',
      params,
      body: RollOverHourBlock,
      reply: created(HourBlock),
      versioned: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    listHourBlockDraws: {
      method: 'get',
      path: '/api/v1/hour-blocks/{id}/draws',
      permission: 'billing:read',
      summary: 'List what was taken of a block of hours',
      params,
      query: HourBlockDrawListQuery,
      reply: page(HourBlockDraw),
      errors: ['NOT_FOUND'],
    },
  },
);
