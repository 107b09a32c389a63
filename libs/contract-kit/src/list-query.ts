import { z } from 'zod';
import { DateBound, dateUntil, QueryBoolean, queryInteger, queryList } from './fields.ts';

interface ListQueryOptions<Sort extends string, Filters extends z.ZodRawShape> {
  /** Columns a caller may sort by; anything else is a 400. */
  readonly sort: readonly [Sort, ...Sort[]];
  readonly defaultSort: NoInfer<Sort>;
  readonly defaultOrder?: 'asc' | 'desc';
  /** Rows a page; 25 by default and 100 at most when absent. */
  readonly limit?: { readonly default: number; readonly max: number };
  readonly filters: Filters;
}

/** How a field is compared in an exact filter, such as `name.eq=Acme`. */
export const conditionOperators = ['eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte', 'null'] as const;
export type ConditionOperator = (typeof conditionOperators)[number];

/** One exact filter of a list: `<field>.<operator>=<value>` in the query string. */
export interface FieldCondition {
  readonly field: string;
  readonly operator: ConditionOperator;
  readonly value: string;
}

/** Exact filters one request may have. */
export const MAX_CONDITIONS = 20;

/** Gathered by the server from the parameters with a dot; documented as what it looks like in the query string. */
function exactFilters(sort: readonly string[]) {
  return z
    .array(z.custom<FieldCondition>((value) => typeof value === 'object' && value !== null).meta({ override: { type: 'string' } }))
    .max(MAX_CONDITIONS)
    .optional()
    .meta({
      description:
        'Exact filters, each `<field>.<operator>=<value>`, such as `created_at.gte=2026-01-31`. ' +
        `Fields: ${sort.join(', ')}. Operators: \`eq\`, \`ne\`, \`in\` (values separated by commas), \`gt\`, \`gte\`, \`lt\`, \`lte\`, ` +
        '`null` (`true` or `false`). At most 20.',
      param: { style: 'form', explode: true },
      override: { type: 'object', additionalProperties: { type: 'string' }, maxProperties: MAX_CONDITIONS },
    });
}

/** `fields=a,b`: only these members of each row are sent. */
export const sparseFields = { fields: queryList(z.string()).optional().describe('Members to send, separated by commas; all when absent') };

/**
 * The query of a list: paging by page or by cursor, order, the common date filters, sparse fields, and the resource's own filters.
 * @param options sortable columns and the resource's filters
 */
export function listQuery<const Sort extends string, Filters extends z.ZodRawShape>(options: ListQueryOptions<Sort, Filters>) {
  const { sort, defaultSort, defaultOrder = 'desc', limit = { default: 25, max: 100 }, filters } = options;
  return z.object({
    page: queryInteger({ min: 1, max: 1_000_000, default: 1 }).describe('Number of the page, from 1'),
    limit: queryInteger({ min: 1, ...limit }).describe('Rows a page'),
    sort: z
      .enum(sort)
      .default(defaultSort as NonNullable<z.core.util.NoUndefined<Sort>>)
      .describe('Column to sort by'),
    order: z.enum(['asc', 'desc']).default(defaultOrder).describe('Direction of the sort'),
    cursor: z.string().max(1000).optional().describe('Reads on after the page that gave this cursor; takes the place of `page`'),
    include_total: QueryBoolean.optional().describe('false leaves the total out, which makes the page cheaper'),
    search: z.string().max(255).optional().describe('Text that must occur in the row, whatever its case'),
    created_from: DateBound.optional().describe('Created at or after'),
    created_to: dateUntil('Created at or before'),
    updated_from: DateBound.optional().describe('Changed at or after'),
    updated_to: dateUntil('Changed at or before'),
    where: exactFilters(sort),
    ...sparseFields,
    ...filters,
  });
}

/** What every list query has, whatever its filters. */
export interface ListParams {
  page: number;
  limit: number;
  sort: string;
  order: 'asc' | 'desc';
  cursor?: string | undefined;
  include_total?: boolean | undefined;
  search?: string | undefined;
  created_from?: string | undefined;
  created_to?: string | undefined;
  updated_from?: string | undefined;
  updated_to?: string | undefined;
  where?: readonly FieldCondition[] | undefined;
}
