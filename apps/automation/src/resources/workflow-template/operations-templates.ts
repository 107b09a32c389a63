import {
  approvalStep,
  approverParameter,
  closeStep,
  failed,
  isTrue,
  noteStep,
  schemaOf,
  taskStep,
  ticketParameters,
  ticketStep,
} from './shipped-steps.ts';

const resultForm = {
  type: 'object',
  properties: { succeeded: { type: 'boolean', title: 'Succeeded' }, notes: { type: 'string', title: 'Notes', maxLength: 2000 } },
  required: ['succeeded'],
};
const needs = 'Started with `context.client_id`';

/** Templates around changes, incidents and tickets. */
export const operationsTemplates = [
  {
    name: 'Approve a change',
    category: 'changes',
    description: `A change is approved, made in its window and checked. ${needs}, \`context.change\` and \`context.window_start\`.`,
    parameter_schema: schemaOf({ ...ticketParameters, ...approverParameter }),
    definition: {
      start: 'open',
      steps: {
        open: ticketStep('Change: {{context.change}}', 'Window: {{context.window_start}}', 'approve'),
        approve: approvalStep('Approve the change: {{context.change}}', 'decide', 'rejected'),
        decide: isTrue('steps.approve.response.approved', 'window', 'rejected'),
        rejected: closeStep('The change was not approved. {{steps.approve.response.comments}}', 'stop'),
        stop: failed('The change was not approved'),
        window: { type: 'timer', title: 'Change window', until: '{{context.window_start}}', next: 'implement' },
        implement: taskStep('Make the change: {{context.change}}', 'check', { form: resultForm, priority: 'high' }),
        check: isTrue('steps.implement.response.succeeded', 'close', 'back_out'),
        back_out: taskStep('Back out of the change: {{context.change}}', 'backed_out', { priority: 'urgent' }),
        backed_out: closeStep('The change was backed out. {{steps.implement.response.notes}}', 'failed_change'),
        failed_change: failed('The change was backed out'),
        close: closeStep('The change was made.'),
      },
    },
  },
  {
    name: 'Patch window',
    category: 'changes',
    description: `Patches are installed in a window, and looked at again when it has passed. ${needs} and \`context.window_start\`.`,
    parameter_schema: schemaOf(ticketParameters),
    definition: {
      start: 'open',
      steps: {
        open: ticketStep('Patch window {{context.window_start}}', 'Install the approved patches.', 'window'),
        window: { type: 'timer', title: 'Window', until: '{{context.window_start}}', next: 'patch' },
        patch: taskStep('Install the patches', 'check', { form: resultForm, due_in: 'PT4H', on_expired: 'missed' }),
        check: isTrue('steps.patch.response.succeeded', 'close', 'repair'),
        repair: taskStep('Repair what the patches broke: {{steps.patch.response.notes}}', 'close', { priority: 'urgent' }),
        missed: noteStep('The window has passed.', 'reschedule'),
        reschedule: taskStep('Agree on another patch window', 'close'),
        close: closeStep('The patch window is done.'),
      },
    },
  },
  {
    name: 'Escalate a ticket',
    category: 'tickets',
    description:
      'A ticket that is not closed in time is looked at by a lead, and by the manager after that. Started with `context.ticket_id`.',
    parameter_schema: schemaOf({
      lead_id: { type: 'string', format: 'uuid', title: 'Lead' },
      manager_email: { type: 'string', format: 'email', title: 'Manager' },
    }),
    definition: {
      start: 'first',
      steps: {
        first: {
          type: 'wait_for_event',
          title: 'Closed in time',
          event: 'ticket.closed',
          correlation: { 'data.ticket_id': '{{context.ticket_id}}' },
          timeout: 'PT4H',
          next: 'done',
          on_timeout: 'assign',
        },
        assign: {
          type: 'action',
          title: 'Give it to the lead',
          action: {
            type: 'ticket_update',
            order: 1,
            retry_attempts: 3,
            config: {
              operation: 'assign',
              ticket_id: '{{context.ticket_id}}',
              assigned_to: '{{parameters.lead_id}}',
              notes: 'Escalated: not closed in time.',
            },
          },
          next: 'look',
          on_error: 'tell',
        },
        look: taskStep('Escalated: look at the ticket', 'second', {
          assigned_users: ['{{parameters.lead_id}}'],
          priority: 'high',
          due_in: 'PT2H',
          on_expired: 'tell',
        }),
        second: {
          type: 'wait_for_event',
          title: 'Closed by the lead',
          event: 'ticket.closed',
          correlation: { 'data.ticket_id': '{{context.ticket_id}}' },
          timeout: 'PT4H',
          next: 'done',
          on_timeout: 'tell',
        },
        tell: {
          type: 'action',
          title: 'Tell the manager',
          action: {
            type: 'email_notification',
            order: 1,
            retry_attempts: 3,
            config: {
              to: ['{{parameters.manager_email}}'],
              subject: 'A ticket is still open',
              body: 'Ticket {{context.ticket_id}} has been escalated and is still open.',
            },
          },
        },
        done: { type: 'end' },
      },
    },
  },
  {
    name: 'Respond to a security incident',
    category: 'incidents',
    description: `Containment and notification side by side, then recovery and review. ${needs} and \`context.summary\`.`,
    parameter_schema: schemaOf(ticketParameters),
    definition: {
      start: 'open',
      steps: {
        open: ticketStep('Security incident: {{context.summary}}', 'Contain, notify, recover, review.', 'assess'),
        assess: taskStep('Assess the incident: {{context.summary}}', 'real', {
          priority: 'urgent',
          form: { type: 'object', properties: { confirmed: { type: 'boolean', title: 'It is one' } }, required: ['confirmed'] },
        }),
        real: isTrue('steps.assess.response.confirmed', 'respond', 'false_alarm'),
        false_alarm: closeStep('A false alarm.'),
        respond: { type: 'parallel', branches: ['contain', 'notify'], next: 'recover' },
        contain: taskStep('Contain the incident', undefined, { priority: 'urgent' }),
        notify: taskStep('Notify the client', undefined, { priority: 'urgent' }),
        recover: taskStep('Recover what was affected', 'review', { priority: 'high' }),
        review: taskStep('Review the incident', 'close'),
        close: closeStep('The incident is over.'),
      },
    },
  },
] as const;
