import { sql, type SqlBool } from 'kysely';

/** Holds for executions that ran for real: trials did nothing and took no time, and would spoil every figure. */
export const notATrial = sql<SqlBool>`(execution_context -> 'dry_run') is null`;
