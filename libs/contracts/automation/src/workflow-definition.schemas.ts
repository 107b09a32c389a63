import { Id, JsonValue } from '@psa/contract-kit';
import { z } from 'zod';
import { ActionInput } from './action.schemas.ts';
import { orPlaceholder } from './placeholder.ts';
import { conditionLogics } from '@psa/conditions/names';
import { Conditions } from './condition.schemas.ts';

/** Steps of one definition. */
export const MAX_STEPS = 200;
export const MAX_BRANCHES = 20;
/** Items of one `for_each` step. */
export const MAX_ITEMS = 100_000;

const StepName = z.string().regex(/^[A-Za-z][\w-]{0,99}$/, 'must begin with a letter and have letters, digits, _ and -');
const next = StepName.optional().describe('Step that follows; the end of the workflow, or of the branch, when absent');
const on_error = StepName.optional().describe('Step that follows a failure; the workflow fails when absent');
const title = z.string().max(255).optional().describe('What people call the step');

/** A longer wait is a mistake. */
export const MAX_WAIT_YEARS = 100;

/** Length of time of ISO 8601, such as PT15M, P3D or P1M; months are those of the calendar. Definitions that are stored may have longer ones. */
const DurationText = z
  .string()
  .max(50)
  .regex(
    /^P(?!$)(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/,
    'must be a duration of ISO 8601, such as PT15M',
  )
  .refine((text) => text.replaceAll(/\D/g, '').length <= 12, 'is too long a time')
  .meta({ examples: ['PT15M'] });

/** Such a length of time that is not too long. */
export const IsoDuration = DurationText.refine(isWait, `must be at most ${MAX_WAIT_YEARS} years`).meta({ examples: ['PT15M'] });

const DATE_PARTS: Readonly<Record<string, number>> = { Y: 365, M: 30, W: 7, D: 1 };
const TIME_PARTS: Readonly<Record<string, number>> = { H: 1 / 24, M: 1 / 1440, S: 1 / 86_400 };

/** Whether a duration of ISO 8601 is no longer than a step may wait. */
export function isWait(duration: string): boolean {
  const [date = '', time = ''] = duration.split('T');
  const days = (text: string, parts: typeof DATE_PARTS) =>
    [...text.matchAll(/(\d+)([A-Z])/g)].reduce((sum, [, count, part]) => sum + Number(count) * (parts[part as string] ?? 0), 0);
  return days(date, DATE_PARTS) + days(time, TIME_PARTS) <= MAX_WAIT_YEARS * 365;
}

const priorities = ['low', 'medium', 'high', 'urgent'] as const;
export const WorkflowPriority = z.enum(priorities);
export type WorkflowPriority = z.infer<typeof WorkflowPriority>;

/** Objects and lists within one another in a form. */
const MAX_FORM_DEPTH = 3;
const plainTypes = ['string', 'number', 'integer', 'boolean'] as const;

/** What a form demands of one member of an answer. */
export interface TaskFormMember {
  readonly type: (typeof plainTypes)[number] | 'array' | 'object';
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly enum?: (string | number)[] | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly pattern?: string | undefined;
  readonly format?: 'date' | 'date-time' | 'email' | 'uuid' | 'uri' | undefined;
  readonly default?: z.infer<typeof JsonValue> | undefined;
  readonly items?: TaskFormMember | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly properties?: Record<string, TaskFormMember> | undefined;
  readonly required?: string[] | undefined;
  readonly additionalProperties?: boolean | undefined;
}

const size = z.int().min(0).optional();
const texts = { title: z.string().max(255).optional(), description: z.string().max(2000).optional() };
const objectMembers = (member: z.ZodType<TaskFormMember, TaskFormMember>) => ({
  properties: z
    .record(z.string().min(1).max(100), member)
    .refine((members) => Object.keys(members).length <= 100, 'must have at most 100 members'),
  required: z.array(z.string().max(100)).max(100).optional(),
  additionalProperties: z.boolean().optional(),
});

/** @param depth objects and lists that may follow one another below it */
function formMember(depth: number): z.ZodType<TaskFormMember, TaskFormMember> {
  const plain = {
    ...texts,
    enum: z
      .array(z.union([z.string().max(255), z.number()]))
      .min(1)
      .max(200)
      .optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: size,
    maxLength: size,
    pattern: z.string().max(512).optional().describe('Regular expression of RE2 that occurs in the text'),
    format: z.enum(['date', 'date-time', 'email', 'uuid', 'uri']).optional(),
    default: JsonValue.optional().describe('Taken where the answer leaves the member out'),
  };
  if (depth === 0) return z.strictObject({ type: z.enum(plainTypes), ...plain });
  const below = formMember(depth - 1);
  const { properties, ...rest } = objectMembers(below);
  return z.strictObject({
    type: z.enum([...plainTypes, 'array', 'object']),
    ...plain,
    items: below.optional(),
    minItems: size,
    maxItems: size,
    properties: properties.optional(),
    ...rest,
  });
}

/** A form: a JSON Schema of an object. */
export const TaskForm = z.strictObject({ type: z.literal('object'), ...texts, ...objectMembers(formMember(MAX_FORM_DEPTH)) }).meta({
  id: 'WorkflowTaskForm',
  example: {
    type: 'object',
    properties: { approved: { type: 'boolean', title: 'Approved' }, comment: { type: 'string', title: 'Comment', maxLength: 500 } },
    required: ['approved'],
  },
});
export type TaskForm = z.infer<typeof TaskForm>;

const assignees = z.array(orPlaceholder(Id)).max(100).default([]);
const workflow_name = z.string().min(1).max(255).describe('Workflow that is started');
const context_data = z
  .record(z.string().max(100), JsonValue)
  .default({})
  .describe('What it finds under `context`, with gaps such as {{context.name}}');

const action = ActionInput.describe('What is done, as in the actions of rules');

export const WorkflowStep = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('action'),
    title,
    action,
    compensate: ActionInput.optional().describe('What undoes it'),
    next,
    on_error,
  }),
  z.strictObject({
    type: z.literal('condition'),
    title,
    conditions: Conditions.min(1),
    condition_logic: z.enum(conditionLogics).default('and'),
    then: next,
    else: next,
  }),
  z.strictObject({ type: z.literal('parallel'), title, branches: z.array(StepName).min(1).max(MAX_BRANCHES), next }),
  z.strictObject({
    type: z.literal('wait_for_event'),
    title,
    event: z.string().min(1).max(200).describe('Name of an event of the product, or one sent to the execution'),
    conditions: Conditions.default([]).describe('What has to hold of `event`'),
    correlation: z
      .record(
        z
          .string()
          .regex(/^[\w-]+(?:\.[\w-]+)*$/, 'must be a path of members')
          .max(255),
        z.union([z.string().max(500), z.number(), z.boolean()]),
      )
      .refine((members) => Object.keys(members).length <= 10, 'must have at most 10 members')
      .default({})
      .describe(
        'Which of the events is meant: paths into it, such as data.ticket_id, and what stands there, with gaps such as {{steps.create.id}}',
      ),
    timeout: DurationText.optional(),
    next,
    on_timeout: StepName.optional().describe('Step that follows when the time is over; the workflow fails when absent'),
  }),
  z.strictObject({
    type: z.literal('timer'),
    title,
    duration: DurationText.optional().describe('How long it waits; this or `until`'),
    until: z.string().min(1).max(200).optional().describe('ISO time it waits for, or a gap such as {{context.start}} that holds one'),
    next,
  }),
  z.strictObject({
    type: z.literal('call_workflow'),
    title,
    workflow_name,
    workflow_version: z.string().min(1).max(50).optional().describe('Its current version when absent'),
    context_data,
    wait: z.boolean().default(true).describe('Whether the step ends only when the called workflow has ended'),
    timeout: DurationText.optional().describe('How long it may take; the called workflow is cancelled then'),
    next,
    on_error,
  }),
  z.strictObject({
    type: z.literal('for_each'),
    title,
    items: z
      .union([z.int().min(0).max(MAX_ITEMS), z.array(JsonValue).max(1_000), z.string().min(1).max(500)])
      .describe('A list, a number of items, or a gap such as {{context.devices}} that holds one of them'),
    workflow_name,
    context_data: context_data.describe('What each finds under `context`, with gaps such as {{item}} and {{index}}'),
    at_once: z.int().min(1).max(100).default(10).describe('How many run at the same time'),
    continue_on_error: z.boolean().default(false).describe('Whether the step succeeds when some of them fail'),
    next,
    on_error,
  }),
  z.strictObject({ type: z.literal('compensate'), title, next }).describe('Undoes what was done so far, the last first, and goes on'),
  z.strictObject({
    type: z.literal('human_task'),
    title: z.string().min(1).max(255).describe('Title of the task, with gaps such as {{context.name}}'),
    description: z.string().max(4000).optional(),
    form: TaskForm.optional(),
    assigned_users: assignees.describe('Who may claim it; everybody when neither users nor roles are named'),
    assigned_roles: assignees.describe('Roles whose members may claim it'),
    priority: WorkflowPriority.default('medium'),
    due_in: DurationText.optional().describe('The task expires so long after it was created'),
    next,
    on_expired: StepName.optional().describe('Step that follows when nobody completed it in time; the workflow fails when absent'),
  }),
  z.strictObject({
    type: z.literal('end'),
    title,
    outcome: z.enum(['completed', 'failed']).default('completed'),
    message: z.string().max(1000).optional(),
  }),
]);
export type WorkflowStep = z.infer<typeof WorkflowStep>;

/** What an engine runs: steps by name, and the first of them. */
export const WorkflowDefinition = z
  .strictObject({
    start: StepName.describe('Step that runs first'),
    steps: z
      .record(StepName, WorkflowStep)
      .refine((steps) => Object.keys(steps).length >= 1 && Object.keys(steps).length <= MAX_STEPS, `must have 1 to ${MAX_STEPS} steps`),
  })
  .meta({ id: 'WorkflowDefinition' });
export type WorkflowDefinition = z.infer<typeof WorkflowDefinition>;
