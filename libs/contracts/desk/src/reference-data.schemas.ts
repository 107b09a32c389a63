import { Id } from '@psa/contract-kit';
import { z } from 'zod';

export const ReferenceDataType = z
  .enum([
    'priorities',
    'statuses',
    'categories',
    'channels',
    'boards',
    'service_categories',
    'service_types',
    'task_types',
    'interaction_types',
  ])
  .describe('What is imported; `boards` is another name of `channels`')
  .meta({ id: 'ReferenceDataType' });
export type ReferenceDataType = z.infer<typeof ReferenceDataType>;

const filters = z
  .object({
    item_type: z.enum(['ticket', 'project', 'project_task']).optional().describe('For statuses and priorities; ticket when absent'),
    channel_id: Id.optional().describe('Channel that statuses of tickets and categories are for'),
    board_id: Id.optional().describe('Another name of `channel_id`'),
  })
  .optional();

export const AvailableReferenceData = z.object({ data_type: ReferenceDataType, filters }).meta({ id: 'AvailableReferenceData' });
export type AvailableReferenceData = z.infer<typeof AvailableReferenceData>;

const reference_ids = z.array(Id).max(500).optional().describe('Standard items; all of the type when empty or absent');

export const CheckReferenceData = z.object({ data_type: ReferenceDataType, reference_ids, filters }).meta({ id: 'CheckReferenceData' });
export type CheckReferenceData = z.infer<typeof CheckReferenceData>;

export const ImportReferenceData = z
  .object({
    data_type: ReferenceDataType,
    reference_ids,
    filters,
    conflict_resolutions: z
      .record(
        Id,
        z.object({
          action: z.enum(['skip', 'rename', 'reorder']),
          new_name: z.string().trim().min(1).max(255).optional(),
          new_order: z.int().min(0).max(1_000_000).optional(),
        }),
      )
      .optional()
      .describe('What to do with single items, by reference id; `rename` and `reorder` apply without a conflict too'),
  })
  .meta({ id: 'ImportReferenceData' });
export type ImportReferenceData = z.infer<typeof ImportReferenceData>;

/** A shipped standard item. Which members it has depends on its type. */
export const ReferenceItem = z
  .object({
    id: Id.describe('Reference id; the same in every tenant'),
    name: z.string(),
    description: z.string().nullable(),
    display_order: z.int(),
    item_type: z.string().optional(),
    is_closed: z.boolean().optional(),
    is_default: z.boolean().optional(),
    color: z.string().nullable().optional(),
    icon: z.string().nullable().optional(),
    billing_method: z.enum(['fixed', 'hourly', 'usage']).optional().describe('Of service types: how services are counted'),
    type_key: z.string().optional().describe('Of types: the key that tells them apart'),
    parent_category_uuid: Id.nullable().optional().describe('Standard category it lies in'),
  })
  .meta({ id: 'ReferenceItem' });
export type ReferenceItem = z.infer<typeof ReferenceItem>;

export const ReferenceConflict = z
  .object({
    reference_item: ReferenceItem,
    conflict_type: z.enum(['name', 'order']),
    existing_item: z.object({ id: Id, name: z.string() }),
    suggested_order: z.int().optional().describe('Behind the last'),
  })
  .meta({ id: 'ReferenceConflict' });
export type ReferenceConflict = z.infer<typeof ReferenceConflict>;

export const ImportedReferenceData = z
  .object({
    imported: z.array(z.object({ id: Id.describe('Of the new row'), reference_id: Id, name: z.string() })),
    skipped: z.array(z.object({ name: z.string(), reason: z.string() })),
    total_processed: z.int().describe('Imported and skipped'),
  })
  .meta({ id: 'ImportedReferenceData' });
export type ImportedReferenceData = z.infer<typeof ImportedReferenceData>;
