import { type SelectQueryBuilder, sql } from 'kysely';
import { GENERIC_PLAN } from '../driver/plan-choice.ts';

const end = sql.raw(GENERIC_PLAN);

/** A query of which Postgres keeps one plan for all values, unless that is slow for a tenant: for what an index serves whatever they are. */
export function withOnePlan<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
): SelectQueryBuilder<Tables, Table, Row> {
  return query.modifyEnd(end);
}
