import { DateBound, dateUntil, Id, JsonValue, Links, listQuery, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

export const variableTypes = ['string', 'number', 'boolean', 'date', 'select', 'multiselect'] as const;

const Value = JsonValue;
const VariableName = z.string().regex(/^\w{1,100}$/, 'must have letters, digits and underscores');

export const TemplateVariable = z
  .object({
    name: VariableName.describe('Name in the gaps of the template'),
    type: z.enum(variableTypes).describe('What it takes'),
    display_name: z.string().min(1).max(255).optional().describe('What people call it'),
    description: z.string().max(2000).optional().describe('What it is for'),
    required: z.boolean().default(false).describe('Whether a value has to be given, unless there is a default'),
    default_value: Value.optional().describe('What is taken when no value is given'),
    options: z
      .array(
        z.object({
          label: z.string().max(255).describe('What people read'),
          value: Value.optional().describe('What is taken; the label when absent'),
        }),
      )
      .max(100)
      .optional()
      .describe('What can be chosen, for select and multiselect'),
    validation: z
      .object({
        min: z.number().optional().describe('Least number, or least length of a text'),
        max: z.number().optional().describe('Greatest number, or greatest length of a text'),
        pattern: z.string().max(512).optional().describe('Regular expression of RE2 that a text has to match'),
        custom_validator: z.string().max(10_000).optional().describe('Kept, and not applied'),
      })
      .optional()
      .describe('What a value has to be'),
  })
  .meta({ id: 'AutomationTemplateVariable' });
export type TemplateVariable = z.infer<typeof TemplateVariable>;

const GapPath = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[\w-]+(?:(?:\.[\w-]+)|(?:\[\d+\]))*$/, 'must be a path of members, such as actions.0.config.subject');

export const NewTemplateVariable = z
  .object({
    rule_field_path: GapPath.describe('Member of the rule that becomes a gap'),
    variable_name: VariableName.describe('Name of the gap'),
    display_name: z.string().min(1).max(255).optional().describe('What people call it'),
    description: z.string().max(2000).optional().describe('What it is for'),
    type: z.enum(variableTypes).optional().describe('What it takes; as the value in the rule when absent'),
    required: z.boolean().default(false).describe('Whether a value has to be given'),
  })
  .meta({ id: 'NewAutomationTemplateVariable' });
export type NewTemplateVariable = z.infer<typeof NewTemplateVariable>;

export const CreateTemplate = z
  .object({
    automation_rule_id: Id.describe('Rule the template is made of'),
    template_name: z.string().trim().min(1).max(255).describe('What people call it'),
    template_description: z.string().max(4000).nullish().describe('What it is for'),
    category: z.string().trim().min(1).max(100).describe('What it belongs to'),
    template_variables: z.array(NewTemplateVariable).max(100).default([]).describe('Members of the rule that become gaps'),
  })
  .meta({ id: 'CreateAutomationTemplate' });
export type CreateTemplate = z.infer<typeof CreateTemplate>;

export const UseTemplate = z
  .object({
    variables: z.record(z.string().max(100), Value).default({}).describe('What the gaps are filled with'),
  })
  .meta({ id: 'UseAutomationTemplate' });
export type UseTemplate = z.infer<typeof UseTemplate>;

export const Template = z
  .object({
    template_id: Id.describe('Identifies the template'),
    name: z.string().describe('What people call it'),
    description: z.string().nullable().describe('What it is for'),
    category: z.string().describe('What it belongs to'),
    icon: z.string().nullable().describe('What it is shown by'),
    version: z.string().describe('Version of the template'),
    author: z.string().nullable().describe('Who made it'),
    compatible_versions: z.array(z.string()).describe('Versions of the API it is made for'),
    required_permissions: z.array(z.string()).describe('What whoever uses it must be allowed to do'),
    usage_count: z.int().describe('Rules that were made of it'),
    last_used: Timestamp.nullable().describe('When one was last made of it'),
    template_config: z.record(z.string(), z.unknown()).describe('The rule, with gaps such as {{name}}'),
    template_variables: z.array(TemplateVariable).describe('Its gaps'),
    is_active: z.boolean().describe('Whether it may be used'),
    is_featured: z.boolean().describe('Whether it is put forward'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
    _links: Links,
  })
  .meta({ id: 'AutomationTemplate' });
export type Template = z.infer<typeof Template>;

const count = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);

export const TemplateListQuery = listQuery({
  sort: ['created_at', 'updated_at', 'name', 'category', 'usage_count', 'last_used'],
  defaultSort: 'created_at',
  filters: {
    category: z.string().max(100).optional().describe('Exactly this category'),
    compatible_version: z.string().max(20).optional().describe('Made for this version'),
    author: z.string().max(100).optional().describe('Made by this user'),
    is_active: QueryBoolean.optional().describe('Whether it may be used'),
    usage_count_min: count.optional().describe('Used at least so often'),
    usage_count_max: count.optional().describe('Used at most so often'),
    last_used_from: DateBound.optional().describe('Last used at or after'),
    last_used_to: dateUntil('Last used at or before'),
  },
});
export type TemplateListQuery = z.infer<typeof TemplateListQuery>;
