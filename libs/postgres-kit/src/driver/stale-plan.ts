/**
 * Whether a prepared statement failed because its table has changed since: `select *` and `returning *` mean other columns after
 * a migration, and Postgres refuses the statement on that connection for good. It had no effect and may be sent again under
 * another name.
 */
export function isStalePlan(error: unknown): boolean {
  const { code, routine } = error as { code?: unknown; routine?: unknown };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}
