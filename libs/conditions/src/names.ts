/** How a condition compares the value of its field with its own. */
export const conditionOperators = [
  'equals',
  'not_equals',
  'greater_than',
  'less_than',
  'greater_than_or_equal',
  'less_than_or_equal',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'in',
  'not_in',
  'exists',
  'not_exists',
  'regex_match',
] as const;
export type ConditionOperator = (typeof conditionOperators)[number];

/** What both sides of a condition are taken for. */
export const conditionDataTypes = ['string', 'number', 'boolean', 'date', 'array', 'object'] as const;
export type ConditionDataType = (typeof conditionDataTypes)[number];

/** How several conditions combine. */
export const conditionLogics = ['and', 'or'] as const;
export type ConditionLogic = (typeof conditionLogics)[number];

export interface Condition {
  /** Path of members, separated by dots. */
  readonly field: string;
  readonly operator: ConditionOperator;
  readonly value?: unknown;
  /** Taken from the value of the field when absent. */
  readonly data_type?: ConditionDataType | undefined;
}
