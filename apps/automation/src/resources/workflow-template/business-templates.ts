import {
  approvalStep,
  approverParameter,
  closeStep,
  failed,
  isTrue,
  schemaOf,
  taskStep,
  ticketParameters,
  ticketStep,
} from './shipped-steps.ts';

/** Templates around invoices, orders and contracts. */
export const businessTemplates = [
  {
    name: 'Approve an invoice',
    category: 'billing',
    description:
      'An invoice is generated as a draft and approved; otherwise a ticket asks for its correction. Started with `context.client_id`, `context.period_start` and `context.period_end`.',
    parameter_schema: schemaOf({ ...ticketParameters, ...approverParameter }),
    definition: {
      start: 'generate',
      steps: {
        generate: {
          type: 'action',
          title: 'Generate the draft',
          action: {
            type: 'invoice_generation',
            order: 1,
            retry_attempts: 3,
            config: {
              client_id: '{{context.client_id}}',
              period_start: '{{context.period_start}}',
              period_end: '{{context.period_end}}',
              finalize: false,
            },
          },
          next: 'approve',
        },
        approve: approvalStep('Approve the invoice {{steps.generate.id}}', 'decide', 'open'),
        decide: isTrue('steps.approve.response.approved', 'finalize', 'open'),
        finalize: taskStep('Finalize and send the invoice {{steps.generate.id}}', 'done', {
          assigned_users: ['{{parameters.approver_id}}'],
        }),
        done: { type: 'end' },
        open: ticketStep('Correct the invoice {{steps.generate.id}}', '{{steps.approve.response.comments}}', 'stop'),
        stop: failed('The invoice was not approved'),
      },
    },
  },
  {
    name: 'Order hardware',
    category: 'procurement',
    description:
      'Hardware is approved, ordered and received, and becomes an asset. Started with `context.client_id`, `context.item` and `context.asset_tag`.',
    parameter_schema: schemaOf({ ...ticketParameters, ...approverParameter }),
    definition: {
      start: 'open',
      steps: {
        open: ticketStep('Order {{context.item}}', 'Asset tag: {{context.asset_tag}}', 'approve'),
        approve: approvalStep('Approve the order of {{context.item}}', 'decide', 'rejected'),
        decide: isTrue('steps.approve.response.approved', 'order', 'rejected'),
        rejected: closeStep('The order was not approved.', 'stop'),
        stop: failed('The order was not approved'),
        order: taskStep('Order {{context.item}}', 'receive'),
        receive: taskStep('Receive {{context.item}}', 'register', {
          form: {
            type: 'object',
            properties: { serial_number: { type: 'string', title: 'Serial number', minLength: 1, maxLength: 255 } },
            required: ['serial_number'],
          },
        }),
        register: {
          type: 'action',
          title: 'Register the asset',
          action: {
            type: 'database_update',
            order: 1,
            retry_attempts: 3,
            config: {
              table: 'assets',
              operation: 'insert',
              data: {
                client_id: '{{context.client_id}}',
                asset_type: 'workstation',
                asset_tag: '{{context.asset_tag}}',
                name: '{{context.item}}',
                status: 'active',
                serial_number: '{{steps.receive.response.serial_number}}',
              },
            },
          },
          compensate: {
            type: 'database_update',
            order: 1,
            config: { table: 'assets', operation: 'delete', conditions: { id: '{{steps.register.id}}' } },
          },
          next: 'close',
        },
        close: closeStep('{{context.item}} was received.'),
      },
    },
  },
  {
    name: 'Renew a contract',
    category: 'contracts',
    description:
      'Before a contract ends, somebody decides about its renewal. Started with `context.client_id`, `context.contract_name` and `context.remind_at`.',
    parameter_schema: schemaOf({ ...ticketParameters, ...approverParameter }),
    definition: {
      start: 'wait',
      steps: {
        wait: { type: 'timer', title: 'Time of the decision', until: '{{context.remind_at}}', next: 'approve' },
        approve: approvalStep('Renew the contract {{context.contract_name}}?', 'decide', 'open'),
        decide: isTrue('steps.approve.response.approved', 'renew', 'open'),
        renew: taskStep('Renew the contract {{context.contract_name}}', 'done'),
        open: ticketStep('The contract {{context.contract_name}} ends', 'Talk to the client: it is not renewed.', 'close_down'),
        close_down: taskStep('Prepare the end of {{context.contract_name}}', 'close'),
        close: closeStep('The end of the contract is prepared.'),
        done: { type: 'end' },
      },
    },
  },
] as const;
