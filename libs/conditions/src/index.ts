export { coerce, NOT_COERCIBLE } from './coerce.ts';
export { evaluateCondition, evaluateConditions } from './evaluate.ts';
export { describeFalseCondition, type FalseCondition, falseConditions } from './explain.ts';
export { interpolate, placeholdersOf } from './interpolate.ts';
export { conditionDataTypes, conditionLogics, conditionOperators } from './names.ts';
export { matchesPattern, patternFault } from './pattern.ts';
export { readPath } from './read-path.ts';
