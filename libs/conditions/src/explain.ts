import { evaluateCondition } from './evaluate.ts';
import type { Condition, ConditionOperator } from './names.ts';
import { readPath } from './read-path.ts';

/** A condition that is false, with the two values it compared. */
export interface FalseCondition {
  /** Place in the list of conditions, from 0. */
  readonly index: number;
  readonly field: string;
  readonly operator: ConditionOperator;
  /** The condition's own value; absent for exists and not_exists. */
  readonly expected?: unknown;
  /** The value of the field; absent when the path leads nowhere. */
  readonly actual?: unknown;
  /** Why the two could not be compared. */
  readonly fault?: string;
}

/** Longest text of a value that is kept as it is. */
const MAX_SHOWN_LENGTH = 200;

/** The conditions that are false, each with both of its values. Long values are shortened. */
export function falseConditions(conditions: readonly Condition[], context: unknown): FalseCondition[] {
  return conditions.flatMap((condition, index) => {
    let fault: string | undefined;
    const holds = evaluateCondition(condition, context, (reason) => {
      fault = reason;
    });
    if (holds) return [];
    const { field, operator, value } = condition;
    const actual = readPath(context, field);
    return [
      {
        index,
        field,
        operator,
        ...(value === undefined ? {} : { expected: shortened(value) }),
        ...(actual === undefined ? {} : { actual: shortened(actual) }),
        ...(fault === undefined ? {} : { fault }),
      },
    ];
  });
}

/** A false condition as a sentence, such as `event.data.status equals "active" is false: the value is "inactive"`. */
export function describeFalseCondition({ index, field, operator, expected, actual, fault }: FalseCondition): string {
  const compared = expected === undefined ? `${field} ${operator}` : `${field} ${operator} ${JSON.stringify(expected)}`;
  const found = actual === undefined ? `there is no ${field}` : `the value is ${JSON.stringify(actual)}`;
  return `Condition ${index + 1}, ${compared}, is false: ${fault === undefined ? found : `${found}, and ${fault}`}`;
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cut(value);
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  return text.length <= MAX_SHOWN_LENGTH ? value : cut(text);
}

function cut(text: string): string {
  return text.length <= MAX_SHOWN_LENGTH ? text : `${text.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}…`;
}
