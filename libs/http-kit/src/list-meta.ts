import type { FieldCondition, PaginationBody, Route } from '@psa/contract-kit';
import { z } from 'zod';

type Query = Readonly<Record<string, unknown>>;

/** Parameters of a list that do not narrow it. */
const NO_FILTERS: ReadonlySet<string> = new Set(['page', 'limit', 'sort', 'order', 'cursor', 'include_total', 'fields', 'where']);

/**
 * A page of rows with what was asked for in its `meta`: the filters as they were understood, the resource and the order.
 * @param payload anything else is given back as it is
 */
export function withListMeta(route: Route, payload: unknown, query: Query): unknown {
  if (route.form !== 'data' || route.query?.shape['page'] === undefined) return payload;
  const page = payload as { pagination?: PaginationBody; meta?: object };
  if (page.pagination === undefined) return payload;
  const { sort, order } = query;
  return { ...page, meta: { filters: filtersOf(query), resource: resourceOf(route), sort, order, ...page.meta } };
}

function filtersOf(query: Query): Record<string, unknown> {
  const filters: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query)) if (!NO_FILTERS.has(name)) filters[name] = value;
  for (const { field, operator, value } of (query['where'] ?? []) as readonly FieldCondition[]) filters[`${field}.${operator}`] = value;
  return filters;
}

const resources = new WeakMap<Route, string>();

/** What the rows are, such as `contract_line`. */
function resourceOf(route: Route): string {
  let resource = resources.get(route);
  if (resource === undefined) resources.set(route, (resource = snakeCase(nameOf(route))));
  return resource;
}

function nameOf({ reply, path }: Route): string {
  const schema = reply.item && z.globalRegistry.get(reply.item)?.id;
  return schema ?? path.split('/').findLast((segment) => !segment.startsWith('{')) ?? '';
}

function snakeCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
}
