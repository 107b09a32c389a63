/**
 * A time of a row so much earlier, for an UPDATE. To take an interval from a time depends on the session's zone; Citus takes that from no
 * column, and this depends on none.
 * @param by an interval, as SQL
 */
export function earlier(column: string, by: string): string {
  return `((${column} at time zone 'UTC') - ${by}) at time zone 'UTC'`;
}
