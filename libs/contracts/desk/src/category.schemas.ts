import { DateBound, dateUntil, Id, listQuery, QueryBoolean, queryInteger, Timestamp, wholeNumber } from '@psa/contract-kit';
import { z } from 'zod';

/** Max depth of the tree of ticket categories; a root has depth 0. */
export const MAX_CATEGORY_DEPTH = 5;

const category_name = z.string().trim().min(1).max(255).describe('Name; unique among its siblings, whatever its case');
const display_order = z.int().min(0).max(1_000_000);

export const CreateServiceCategory = z
  .object({
    category_name: category_name.describe('Name; unique in the tenant, whatever its case'),
    description: z.string().max(1000).nullish().describe('What belongs in it'),
    is_active: z.boolean().default(true).describe('Whether it can be chosen'),
    display_order: display_order.optional().describe('Place in the list; behind the last when absent'),
  })
  .meta({ id: 'CreateServiceCategory' });
export type CreateServiceCategory = z.infer<typeof CreateServiceCategory>;

export const UpdateServiceCategory = z
  .object({
    category_name: category_name.describe('Name; unique in the tenant, whatever its case'),
    description: z.string().max(1000).nullish().describe('What belongs in it'),
    is_active: z.boolean().describe('Whether it can be chosen'),
    display_order: display_order.describe('Place in the list'),
  })
  .partial()
  .meta({ id: 'UpdateServiceCategory' });
export type UpdateServiceCategory = z.infer<typeof UpdateServiceCategory>;

export const ServiceCategory = z
  .object({
    category_id: Id.describe('Identifies the category'),
    category_name: z.string().describe('Name'),
    description: z.string().nullable().describe('What belongs in it'),
    is_active: z.boolean().describe('Whether it can be chosen'),
    display_order: z.int().describe('Place in the list'),
    created_by: Id.nullable().describe('User who created it'),
    updated_by: Id.nullable().describe('User who changed it last'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'ServiceCategory' });
export type ServiceCategory = z.infer<typeof ServiceCategory>;

const serviceCategorySortColumns = ['category_name', 'display_order', 'created_at', 'updated_at', 'is_active'] as const;

export const ServiceCategoryListQuery = listQuery({
  sort: serviceCategorySortColumns,
  defaultSort: 'category_name',
  defaultOrder: 'asc',
  filters: {
    category_name: z.string().max(255).optional().describe('Part of the name'),
    has_description: QueryBoolean.optional().describe('Whether it is described'),
    active: QueryBoolean.optional().describe('Whether it can be chosen'),
    is_active: QueryBoolean.optional().describe('The same as `active`'),
    sort_by: z.enum(serviceCategorySortColumns).optional().describe('Another name of `sort`'),
    sort_order: z.enum(['asc', 'desc']).optional().describe('Another name of `order`'),
    offset: wholeNumber({ min: 0, max: 1_000_000 }).optional().describe('Rows to skip, in place of `page`; a multiple of `limit`'),
  },
});
export type ServiceCategoryListQuery = z.infer<typeof ServiceCategoryListQuery>;

export const CreateTicketCategory = z
  .object({
    category_name,
    channel_id: Id.optional().describe('Channel it is for; required, `board_id` is another name of it'),
    board_id: Id.optional().describe('Another name of `channel_id`'),
    parent_category: Id.nullish().describe('Category of the same channel it lies in; null for a root'),
  })
  .meta({ id: 'CreateTicketCategory' });
export type CreateTicketCategory = z.infer<typeof CreateTicketCategory>;

export const UpdateTicketCategory = z.object({ category_name }).partial().meta({ id: 'UpdateTicketCategory' });
export type UpdateTicketCategory = z.infer<typeof UpdateTicketCategory>;

export const MoveTicketCategory = z
  .object({
    new_parent_id: Id.nullish().describe('Category of the same channel it is moved into; null or absent for the root'),
    position: display_order.optional().describe('Place among its new siblings, from 0; behind the last when absent'),
  })
  .meta({ id: 'MoveTicketCategory' });
export type MoveTicketCategory = z.infer<typeof MoveTicketCategory>;

export const TicketCategory = z
  .object({
    category_id: Id.describe('Identifies the category'),
    category_name: z.string().describe('Name'),
    parent_category: Id.nullable().describe('Category it lies in'),
    channel_id: Id.describe('Channel it is for'),
    display_order: z.int().describe('Place among its siblings'),
    depth: z.int().describe('Categories above it'),
    path: z.string().describe('Names from the root, joined by >'),
    children_count: z.int().describe('Categories directly in it'),
    created_by: Id.nullable().describe('User who created it'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'TicketCategory' });
export type TicketCategory = z.infer<typeof TicketCategory>;

const QueryDepth = z
  .string()
  .regex(new RegExp(`^[0-${MAX_CATEGORY_DEPTH}]$`), `must be a whole number up to ${MAX_CATEGORY_DEPTH}`)
  .transform(Number)
  .meta({ override: { type: 'integer', minimum: 0, maximum: MAX_CATEGORY_DEPTH } });

export const TicketCategoryListQuery = listQuery({
  sort: ['category_name', 'display_order', 'created_at', 'updated_at'],
  defaultSort: 'category_name',
  defaultOrder: 'asc',
  filters: {
    category_name: z.string().max(255).optional().describe('Part of the name'),
    channel_id: Id.optional().describe('Channel'),
    board_id: Id.optional().describe('Another name of `channel_id`'),
    parent_category: Id.optional().describe('Category they lie in'),
    is_parent: QueryBoolean.optional().describe('Whether any lie in it'),
    is_child: QueryBoolean.optional().describe('Whether it lies in another'),
    depth: QueryDepth.optional().describe('Categories above it'),
    active: QueryBoolean.optional().describe('Whether they can be chosen; every ticket category can'),
    is_active: QueryBoolean.optional().describe('The same as `active`'),
    include_hierarchy: QueryBoolean.optional().describe('Changes nothing: depth, path and children are always shown'),
  },
});
export type TicketCategoryListQuery = z.infer<typeof TicketCategoryListQuery>;

export const TicketCategoryNode = z
  .object({
    category_id: Id.describe('Identifies the category'),
    category_name: z.string().describe('Name'),
    parent_category: Id.nullable().describe('Category it lies in'),
    channel_id: Id.describe('Channel it is for'),
    depth: z.int().describe('Categories above it'),
    path: z.string().describe('Names from the root, joined by >'),
    order: z.int().describe('Place among its siblings'),
    usage_count: z.int().describe('Tickets in it'),
    children: z.array(z.record(z.string(), z.unknown())).describe('The same of the categories in it, in order'),
  })
  .meta({ id: 'TicketCategoryNode' });
export type TicketCategoryNode = z.infer<typeof TicketCategoryNode>;

export const TicketCategoryTreeQuery = z.object({
  channel_id: Id.optional().describe('Channel; all channels when absent'),
  board_id: Id.optional().describe('Another name of `channel_id`'),
});

export const CategoryType = z.enum(['ticket', 'service']).meta({ id: 'CategoryType' });
export type CategoryType = z.infer<typeof CategoryType>;

export const CategorySearchQuery = z.object({
  search_term: z.string().trim().min(1).max(255).describe('Text that must occur in the name or the description, whatever its case'),
  category_type: CategoryType.default('ticket').describe('Which categories are searched'),
  channel_id: Id.optional().describe('Channel; for ticket categories'),
  include_inactive: QueryBoolean.optional().describe('true: service categories that cannot be chosen as well'),
  page: queryInteger({ min: 1, max: 1_000_000, default: 1 }).describe('Number of the page, from 1'),
  limit: queryInteger({ min: 1, max: 100, default: 25 }).describe('Rows a page'),
  offset: wholeNumber({ min: 0, max: 1_000_000 }).optional().describe('Rows to skip, in place of `page`'),
});
export type CategorySearchQuery = z.infer<typeof CategorySearchQuery>;

export const FoundCategory = z
  .object({
    category_id: Id.describe('Identifies the category'),
    category_name: z.string().describe('Name'),
    category_type: CategoryType.describe('Which kind it is'),
    description: z.string().nullable().describe('What belongs in it'),
    parent_category: Id.nullable().describe('Category it lies in'),
    channel_id: Id.nullable().describe('Channel it is for'),
    is_active: z.boolean().describe('Whether it can be chosen'),
    relevance_score: z.int().describe('100: the name itself, 75: its begin, 50: within it; 25 more for the description'),
  })
  .meta({ id: 'FoundCategory' });

export const CategoryAnalyticsQuery = z.object({
  category_type: CategoryType.default('ticket').describe('Which categories are looked at'),
  channel_id: Id.optional().describe('Channel; for ticket categories'),
  date_from: DateBound.optional().describe('Counts tickets entered at or after'),
  date_to: dateUntil('Counts tickets entered at or before'),
  include_usage: QueryBoolean.optional().describe('false leaves out how often categories are used'),
});
export type CategoryAnalyticsQuery = z.infer<typeof CategoryAnalyticsQuery>;

export const CategoryAnalytics = z
  .object({
    analytics: z.object({
      total_categories: z.int().describe('All categories'),
      active_categories: z.int().describe('Those that can be chosen'),
      categories_with_children: z.int().describe('Those others lie in'),
      average_depth: z.number().describe('Mean depth, to two decimals'),
      max_depth: z.int().describe('Largest depth'),
      usage_stats: z
        .array(z.object({ category_id: Id, category_name: z.string(), usage_count: z.int(), last_used: Timestamp.nullable() }))
        .describe('How often categories are used, the hundred most used first'),
    }),
    generated_at: Timestamp.describe('When the figures were made'),
  })
  .meta({ id: 'CategoryAnalytics' });
export type CategoryAnalytics = z.infer<typeof CategoryAnalytics>;

export const BulkDeleteCategories = z
  .object({
    category_ids: z.array(Id).min(1).max(50).describe('Categories'),
    category_type: CategoryType.describe('Which kind they are'),
    force: z.boolean().default(false).describe('Deletes the categories that lie in them as well; those in use are kept'),
  })
  .meta({ id: 'BulkDeleteCategories' });
export type BulkDeleteCategories = z.infer<typeof BulkDeleteCategories>;

export const BulkDeletedCategories = z
  .object({
    message: z.string().describe('For people'),
    success: z.int().describe('Deleted ones of those named'),
    failed: z.int().describe('Those that were refused'),
    errors: z.array(z.object({ category_id: Id, code: z.string(), message: z.string() })).describe('Why'),
  })
  .meta({ id: 'BulkDeletedCategories' });
export type BulkDeletedCategories = z.infer<typeof BulkDeletedCategories>;
