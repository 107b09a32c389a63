import { ApiError, type FieldCondition } from '@psa/contract-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';

const COMPARISONS = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** An exact filter as SQL. The comparison happens in the column's own type. */
export function conditionOn(column: ReturnType<typeof sql.ref>, { operator, value }: FieldCondition): RawBuilder<SqlBool> {
  switch (operator) {
    case 'null':
      return value === 'true' ? sql`${column} is null` : sql`${column} is not null`;
    case 'ne':
      return sql`${column} is distinct from ${value}`;
    case 'in':
      return sql`${column} in (${sql.join(value.split(','))})`;
    default:
      return sql`${column} ${sql.raw(COMPARISONS[operator])} ${value}`;
  }
}

/** Whether a row in memory passes every filter. Null is in no order, as in SQL. */
export function meetsConditions(valueOf: (field: string) => string | null, conditions: readonly FieldCondition[]): boolean {
  return conditions.every(({ field, operator, value }) => {
    const actual = valueOf(field);
    switch (operator) {
      case 'null':
        return (actual === null) === (value === 'true');
      case 'ne':
        return actual !== value;
      case 'in':
        return actual !== null && value.split(',').includes(actual);
      case 'eq':
        return actual === value;
      case 'gt':
        return actual !== null && actual > value;
      case 'gte':
        return actual !== null && actual >= value;
      case 'lt':
        return actual !== null && actual < value;
      case 'lte':
        return actual !== null && actual <= value;
    }
  });
}

/** A 400 for a value that its field cannot have. Postgres does not say which one it was: all that were sent are named. */
export function invalidConditions(conditions: readonly FieldCondition[]): ApiError {
  const message = conditions.length === 1 ? 'must be a value this field can have' : 'may be a value this field cannot have';
  return new ApiError(
    'VALIDATION_ERROR',
    'Query validation failed',
    conditions.map(({ field, operator }) => ({ code: 'invalid_value', path: [`${field}.${operator}`], message })),
  );
}
