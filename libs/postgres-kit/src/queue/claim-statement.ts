export interface Claim {
  /** The table whose rows are taken; the statement knows it as `claimed`. */
  readonly table: string;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** Which rows may be taken, as SQL. Their columns are those of `due`, the table as it is looked at. */
  readonly where: string;
  /** Which of them go first, as SQL; an index should give it. */
  readonly orderBy?: string;
  /** How many at most, as SQL; `$1` when absent. */
  readonly limit?: string;
  /** What taking a row changes, as SQL: at the least something by which `where` does not hold for others while it is worked at. */
  readonly set: string;
  /** Columns of `due` or of what it is joined with, as they were before, by which `set` and `returning` know them of `picked`, as SQL. */
  readonly picks?: string;
  /** A column that gets a random id, by which whoever took a row later shows that it is still theirs. */
  readonly lease?: string;
  /** Columns of `claimed` and `picked` to give back, as SQL. */
  readonly returning: string;
  /** Common table expressions ahead, without `with`, where candidates are found in more than one step. */
  readonly ahead?: string;
  /** What `due` is joined with, as SQL from the word `join` on, such as a table of {@link ahead}. */
  readonly join?: string;
  /** Whether one of {@link ahead} refers to itself. */
  readonly isRecursive?: boolean;
  /** The tenant whose rows alone are taken, as SQL; those of all when absent. Rows of one tenant can be taken wherever they lie. */
  readonly tenant?: string;
}

/**
 * The one form in which rows are taken to be worked at: each by one process, whoever else asks at the same moment, and nobody waits.
 * What is taken is picked by a common table expression, which runs once: by some plans a sub-select in IN runs again for each row, and
 * takes more than its limit. The random id is drawn there as well, and the whole is a SELECT: Citus draws none in an UPDATE, and takes
 * an UPDATE apart from what runs ahead of it.
 * @returns SQL; its parameters are those that the parts speak of
 */
export function claimStatement({
  table,
  key,
  where,
  orderBy,
  limit = '$1',
  set,
  picks,
  lease,
  returning,
  ahead,
  join,
  isRecursive,
  tenant,
}: Claim): string {
  const only = (of: string) => (tenant === undefined ? '' : `${of}.tenant = ${tenant} and `);
  const columns = (of: string) => key.map((column) => `${of}.${column}`).join(', ');
  const [drawn, leased] = lease === undefined ? ['', ''] : [', gen_random_uuid() as drawn', `, ${lease} = picked.drawn`];
  return `with ${isRecursive === true ? 'recursive ' : ''}${ahead === undefined ? '' : `${ahead}, `}picked as (
      select ${columns('due')}${picks === undefined ? '' : `, ${picks}`}${drawn} from ${table} due ${join ?? ''} where ${only('due')}${where}${orderBy === undefined ? '' : ` order by ${orderBy}`} limit ${limit}
      for update of due skip locked
    ), taken as (
      update ${table} claimed set ${set}${leased} from picked where ${only('claimed')}${key.map((column) => `claimed.${column} = picked.${column}`).join(' and ')}
      returning ${returning}
    )
    select * from taken`;
}
