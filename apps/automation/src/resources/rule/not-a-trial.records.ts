import { sql, type SqlBool } from 'kysely';

/** Holds for executions that ran for real, in SQL: trials did nothing and took no time, and would spoil every figure. */
export const NOT_A_TRIAL = "(execution_context -> 'dry_run') is null";

export const notATrial = sql<SqlBool>`${sql.raw(NOT_A_TRIAL)}`;
