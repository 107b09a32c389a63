/** Parts that the definitions of shipped templates have in common. */

export const ticketStep = (title: string, description: string, next: string) => ({
  type: 'action',
  title: 'Open a ticket',
  action: {
    type: 'ticket_creation',
    order: 1,
    retry_attempts: 3,
    config: {
      ticket_data: {
        title,
        description,
        client_id: '{{context.client_id}}',
        channel_id: '{{parameters.channel_id}}',
        priority_id: '{{parameters.priority_id}}',
      },
    },
  },
  next,
});

export const noteStep = (notes: string, next?: string) => ({
  type: 'action',
  title: 'Note it on the ticket',
  action: { type: 'ticket_update', order: 1, retry_attempts: 3, config: { operation: 'update', ticket_id: '{{steps.open.id}}', notes } },
  ...(next === undefined ? {} : { next }),
});

export const closeStep = (notes: string, next?: string) => ({
  type: 'action',
  title: 'Close the ticket',
  action: { type: 'ticket_update', order: 1, retry_attempts: 3, config: { operation: 'close', ticket_id: '{{steps.open.id}}', notes } },
  ...(next === undefined ? {} : { next }),
});

export const taskStep = (title: string, next?: string, more: object = {}) => ({
  type: 'human_task',
  title,
  ...more,
  ...(next === undefined ? {} : { next }),
});

const approvalForm = {
  type: 'object',
  properties: { approved: { type: 'boolean', title: 'Approved' }, comments: { type: 'string', title: 'Comments', maxLength: 2000 } },
  required: ['approved'],
};

/** Somebody in particular decides. */
export const approvalStep = (title: string, next: string, on_expired: string) =>
  taskStep(title, next, {
    assigned_users: ['{{parameters.approver_id}}'],
    form: approvalForm,
    priority: 'high',
    due_in: 'P3D',
    on_expired,
  });

export const isTrue = (field: string, then: string, otherwise: string) => ({
  type: 'condition',
  conditions: [{ field, operator: 'equals', value: true }],
  then,
  else: otherwise,
});

export const failed = (message: string) => ({ type: 'end', outcome: 'failed', message });

const id = (title: string) => ({ type: 'string', format: 'uuid', title });

/** Where tickets go. */
export const ticketParameters = { channel_id: id('Channel of the ticket'), priority_id: id('Priority of the ticket') };
export const approverParameter = { approver_id: id('Who approves') };

export const schemaOf = (properties: Record<string, object>, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
