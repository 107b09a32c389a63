import {
  ApiError,
  type ConditionOperator,
  conditionOperators,
  type FieldCondition,
  type Issue,
  MAX_CONDITIONS,
  type Route,
} from '@psa/contract-kit';
import { z } from 'zod';

const PARAMETER = /^(\w+)\.(\w+)$/;
const MAX_VALUES = 100;

type Query = Record<string, string | string[]>;

const fieldsOf = new WeakMap<Route, readonly string[] | undefined>();

/**
 * Gathers the exact filters of a list, which are parameters with a dot such as `name.eq`, into its `where`.
 * @param hidden members the caller does not see, which would otherwise be found out by filtering
 * @throws VALIDATION_ERROR naming the parameter
 */
export function gatherConditions(
  route: Route,
  query: Query,
  hidden: ReadonlyMap<string, unknown>,
): Query | (Query & { where: FieldCondition[] }) {
  const names = Object.keys(query).filter((name) => PARAMETER.test(name));
  if (names.length === 0) return query;
  const fields = filterableFields(route)?.filter((field) => !hidden.has(field));
  if (fields === undefined) return query;
  const rest = Object.create(null) as Query & { where: FieldCondition[] };
  Object.assign(rest, query);
  const conditions: FieldCondition[] = [];
  const issues: Issue[] = [];
  for (const name of names) {
    const [, field, operator] = PARAMETER.exec(name) as unknown as [string, string, ConditionOperator];
    for (const value of [query[name] as string | string[]].flat()) {
      const fault = faultOf(fields, { field, operator, value });
      if (fault === undefined) conditions.push({ field, operator, value });
      else issues.push({ code: 'invalid_filter', path: [name], message: fault });
    }
    delete rest[name];
  }
  if (conditions.length > MAX_CONDITIONS)
    issues.push({ code: 'too_big', path: ['where'], message: `must be at most ${MAX_CONDITIONS} filters` });
  if (issues.length > 0) throw new ApiError('VALIDATION_ERROR', 'Query validation failed', issues);
  rest.where = conditions;
  return rest;
}

function faultOf(fields: readonly string[], { field, operator, value }: FieldCondition): string | undefined {
  if (!fields.includes(field)) return `cannot be filtered by; fields are ${fields.join(', ')}`;
  if (!conditionOperators.includes(operator)) return `has no such operator; operators are ${conditionOperators.join(', ')}`;
  if (operator === 'null' && value !== 'true' && value !== 'false') return 'must be true or false';
  if (operator === 'in' && value.split(',').length > MAX_VALUES) return `must have at most ${MAX_VALUES} values`;
  return undefined;
}

/** The fields of a list made by the list kit: what it sorts by. */
function filterableFields(route: Route): readonly string[] | undefined {
  if (!fieldsOf.has(route))
    fieldsOf.set(route, route.query !== undefined && 'where' in route.query.shape ? choices(route.query.shape['sort']) : undefined);
  return fieldsOf.get(route);
}

function choices(schema: unknown): readonly string[] | undefined {
  if (schema instanceof z.ZodEnum) return schema.options as string[];
  return schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? choices(schema.unwrap()) : undefined;
}
