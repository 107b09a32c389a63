import { isoFromPostgres } from './type-parsers.ts';

/** Members that may hold a timestamp. */
type TimestampMember<Row> = { [Name in keyof Row]: Row[Name] extends string | null ? Name : never }[keyof Row];

const UTC = '+00:00';

/**
 * A row that arrived inside JSON, with its timestamps in the form in which columns arrive: JSON made by Postgres says
 * `2026-11-21T08:15:00.12+00:00` where a column says `2026-11-21T08:15:00.120Z`.
 */
export function withIsoTimestamps<Row extends object>(row: Row, ...members: TimestampMember<Row>[]): Row {
  const changed = { ...row };
  for (const member of members) {
    const value: unknown = row[member];
    if (typeof value === 'string' && value.endsWith(UTC))
      changed[member] = isoFromPostgres(value.slice(0, -':00'.length)) as Row[typeof member];
  }
  return changed;
}
