/**
 * An INSERT of the rows that a query gives, as SQL. Citus runs it on the node where the
 * tables lie: an ordinary INSERT … SELECT of what depends on no table, or on the time, it would turn into a COPY, which row-level
 * security refuses. Where the values are arrays, `values (unnest($1), …)` does the same in less.
 * @param into the table and its columns
 * @param select their values in this order, with the types of the columns
 * @param rest such as `on conflict do nothing`
 * @param returning columns of what was written; when absent, as many empty rows come back
 */
export function insertSelected(into: string, select: string, rest = '', returning = ''): string {
  return `with given as materialized (${select}),
    written as (insert into ${into} select * from given ${rest} returning ${returning || '1'})
  select ${returning} from written`;
}
