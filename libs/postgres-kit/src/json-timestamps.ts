/** Members that may hold a timestamp. */
type TimestampMember<Row> = { [Name in keyof Row]: Row[Name] extends string | null ? Name : never }[keyof Row];

/**
 * A row that arrived inside JSON, with its timestamps in the form in which columns arrive: JSON made by Postgres says
 * `2026-11-21T08:15:00.123+00:00` where a column says `2026-11-21T08:15:00.123Z`.
 */
export function withIsoTimestamps<Row extends object>(row: Row, ...members: TimestampMember<Row>[]): Row {
  const changed = { ...row };
  for (const member of members) {
    const value: unknown = row[member];
    if (typeof value === 'string') changed[member] = value.replace(/\+00:00$/, 'Z') as Row[typeof member];
  }
  return changed;
}
