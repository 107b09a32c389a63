import { Id, Instant, JsonValue } from '@psa/contract-kit';
import { z } from 'zod';
import type { ActionType } from './automation-enums.ts';
import { orPlaceholder } from './placeholder.ts';

const address = orPlaceholder(z.email('must be an e-mail address').max(320));
const id = orPlaceholder(Id);
const instant = orPlaceholder(Instant);
const members = z.record(z.string().max(100), JsonValue);

export const EmailNotification = z.object({
  to: z.array(address).min(1).max(50).describe('Recipients'),
  cc: z.array(address).max(50).optional().describe('Recipients of a copy'),
  bcc: z.array(address).max(50).optional().describe('Recipients of a copy nobody sees'),
  subject: z.string().min(1).max(998).describe('Subject'),
  body: z.string().max(200_000).describe('Text'),
  is_html: z.boolean().default(false).describe('Whether the text is HTML'),
  attachments: z
    .array(
      z.object({
        filename: z.string().min(1).max(255).describe('Name of the file'),
        content_type: z.string().max(255).optional().describe('Media type'),
        url: z.string().min(1).max(2000).describe('Where the file is fetched: a public address'),
      }),
    )
    .max(5)
    .optional()
    .describe('Files that are fetched and sent along, 5 MB in all'),
});

export const SmsNotification = z.object({
  phone_numbers: z
    .array(orPlaceholder(z.string().regex(/^\+[1-9]\d{6,14}$/, 'must be a telephone number such as +15551234567')))
    .min(1)
    .max(50)
    .describe('Recipients, with the country'),
  message: z.string().min(1).max(1600).describe('Text'),
  sender_id: z.string().min(1).max(20).optional().describe('Who it seems to come from'),
});

export const webhookCallMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export const WebhookCall = z.object({
  url: z.string().min(1).max(2000).describe('What is called: a public address'),
  method: z.enum(webhookCallMethods).default('POST').describe('HTTP method'),
  headers: z
    .record(
      z.string().regex(/^[A-Za-z0-9-]{1,100}$/, 'must be the name of a header'),
      z
        .string()
        .max(4000)
        .regex(/^[\t\x20-\x7e]*$/, 'must be printable ASCII'),
    )
    .optional()
    .describe('Headers that are sent along'),
  body: JsonValue.optional().describe('What is sent: a text as it is, anything else as JSON; the trigger data when absent'),
  authentication: z
    .object({
      type: z.enum(['none', 'basic', 'bearer', 'api_key']).default('none').describe('How the call proves itself'),
      credentials: z
        .record(z.string().max(100), z.string().max(4000))
        .optional()
        .describe('`username` and `password`, `token`, or `header_name` and `api_key`. Never shown again'),
    })
    .optional()
    .describe('How the call proves itself'),
  signing_secret: z
    .string()
    .regex(/^(?:whsec_[A-Za-z0-9+/]{32,}={0,2}|\[REDACTED\])$/, 'must be whsec_ and base64 of 24 bytes or more')
    .optional()
    .describe('Signs the call by Standard Webhooks. Never shown again'),
  timeout_seconds: z.int().min(1).max(300).default(30).describe('Longest time a call may take'),
  retry_attempts: z.int().min(0).max(5).default(3).describe('Further calls after a passing failure, unless the action says otherwise'),
});

export const entityTables = ['assets', 'clients', 'contacts', 'tickets', 'projects', 'project_tasks', 'time_entries'] as const;

export const DatabaseUpdate = z
  .object({
    table: z.enum(entityTables).describe('What is written: an entity, by a command to the service it belongs to'),
    operation: z.enum(['insert', 'update', 'delete']).describe('What is done'),
    data: members.optional().describe('Members that are written'),
    conditions: z
      .object({ id: id.describe('Which one') })
      .optional()
      .describe('Which entity is meant; not for insert'),
    return_updated: z.boolean().default(false).describe('Whether the entity becomes the output of the action'),
  })
  .superRefine(({ operation, data, conditions }, context) => {
    if (operation !== 'insert' && conditions === undefined)
      context.addIssue({ code: 'custom', path: ['conditions'], message: `is required for ${operation}` });
    if (operation !== 'delete' && data === undefined)
      context.addIssue({ code: 'custom', path: ['data'], message: `is required for ${operation}` });
  });

const ticket = {
  ticket_data: members.describe('Members of the ticket'),
  assigned_to: id.optional().describe('User it is given to'),
  status: z.string().min(1).max(100).optional().describe('Status it gets'),
  priority: z.string().min(1).max(100).optional().describe('Priority it gets'),
  notes: z.string().max(10_000).optional().describe('Internal note that is added'),
};

export const TicketCreation = z.object({ operation: z.literal('create').default('create').describe('What is done'), ...ticket });

export const TicketUpdate = z
  .object({
    operation: z.enum(['update', 'close', 'assign']).default('update').describe('What is done'),
    ticket_id: id.describe('Which ticket'),
    ...ticket,
    ticket_data: ticket.ticket_data.default({}),
  })
  .superRefine(({ operation, assigned_to }, context) => {
    if (operation === 'assign' && assigned_to === undefined)
      context.addIssue({ code: 'custom', path: ['assigned_to'], message: 'is required for assign' });
  });

export const ProjectUpdate = z.object({ project_id: id.describe('Which project'), changes: members.describe('Members that change') });

export const TimeEntryCreation = z.object({
  user_id: id.describe('Who worked'),
  work_item_id: id.describe('On what'),
  work_item_type: z.string().min(1).max(50).describe('What that is, such as ticket'),
  service_id: id.optional().describe('Service of the work; that of the settings of time when absent'),
  start_time: instant.describe('Begin'),
  end_time: instant.describe('End'),
  billable_duration: orPlaceholder(z.int().min(0).max(1440)).optional().describe('Minutes that are billed'),
  notes: z.string().max(10_000).optional().describe('What was done'),
});

export const InvoiceGeneration = z.object({
  client_id: id.describe('Client that is billed'),
  period_start: instant.describe('First instant that is billed'),
  period_end: instant.describe('Instant up to which is billed'),
  finalize: z.boolean().default(false).describe('Whether the invoice is final at once'),
});

export const CustomScript = z.object({
  script_type: z.literal('javascript', 'must be javascript: python, bash and powershell are not run').describe('Language'),
  script_content: z
    .string()
    .min(1)
    .max(64_000)
    .describe('A program; `input` holds what the rule knows, what it returns becomes the output of the action'),
  timeout_seconds: z.int().min(1).max(300).default(300).describe('Longest time it may run'),
  environment_variables: z
    .record(z.string().regex(/^\w{1,100}$/, 'must be a name'), z.string().max(10_000))
    .optional()
    .describe('What the program finds in `env`. Never shown again'),
});

export const WorkflowExecution = z.object({
  workflow_name: z.string().min(1).max(255).describe('Which workflow'),
  context_data: members.optional().describe('What it is given'),
});

export const SystemCommand = z.object({
  command_id: z.string().min(1).max(100).describe('A command the operator offers'),
  args: z
    .record(z.string().regex(/^\w{1,50}$/, 'must be a name'), z.string().max(1000))
    .optional()
    .describe('What its gaps are filled with'),
});

/** The configuration each type of action takes. */
export const actionConfigs = {
  email_notification: EmailNotification,
  sms_notification: SmsNotification,
  webhook_call: WebhookCall,
  database_update: DatabaseUpdate,
  ticket_creation: TicketCreation,
  ticket_update: TicketUpdate,
  project_update: ProjectUpdate,
  time_entry_creation: TimeEntryCreation,
  invoice_generation: InvoiceGeneration,
  custom_script: CustomScript,
  workflow_execution: WorkflowExecution,
  system_command: SystemCommand,
} as const satisfies { readonly [T in ActionType]: z.ZodObject };

/** What an action of a type is given when it runs, its gaps filled. */
export type ActionConfig<T extends ActionType> = z.output<(typeof actionConfigs)[T]>;
