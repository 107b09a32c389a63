import { JsonValue } from '@psa/contract-kit';
import { z } from 'zod';
import { ConditionDataType, ConditionOperator } from './automation-enums.ts';

const FIELD = /^[\w-]+(?:\.[\w-]+)*$/;

export const AutomationCondition = z
  .object({
    field: z
      .string()
      .min(1)
      .max(255)
      .regex(FIELD, 'must be a path of members separated by dots, such as event.data.status')
      .describe('What is compared: a path into `event`, `trigger_data`, `rule` and `now`'),
    operator: ConditionOperator.describe('How it is compared'),
    value: JsonValue.optional().describe('What it is compared with'),
    data_type: ConditionDataType.optional().describe('What both sides are taken for; the type of the field when absent'),
  })
  .superRefine(({ operator, value }, context) => {
    if ((operator === 'in' || operator === 'not_in') && !Array.isArray(value)) {
      context.addIssue({ code: 'custom', path: ['value'], message: `must be a list for ${operator}` });
    }
    if (operator === 'regex_match' && typeof value !== 'string')
      context.addIssue({ code: 'custom', path: ['value'], message: 'must be a regular expression' });
  })
  .meta({ id: 'AutomationCondition' });
export type AutomationCondition = z.infer<typeof AutomationCondition>;

export const Conditions = z.array(AutomationCondition).max(100);
