import { closeStep, failed, isTrue, noteStep, schemaOf, taskStep, ticketParameters, ticketStep } from './shipped-steps.ts';

const needs = 'Started with `context.client_id`';

/** Templates around the people and clients of a provider. */
export const peopleTemplates = [
  {
    name: 'Onboard a person',
    category: 'people',
    description: `Accounts, device and licences for somebody new at a client, with a ticket. ${needs} and \`context.person_name\`.`,
    parameter_schema: schemaOf(ticketParameters),
    definition: {
      start: 'open',
      steps: {
        open: ticketStep('Onboard {{context.person_name}}', 'Prepare accounts, device and licences.', 'collect'),
        collect: taskStep('What does {{context.person_name}} need?', 'prepare', {
          form: {
            type: 'object',
            properties: {
              job_title: { type: 'string', title: 'Job title', maxLength: 200 },
              needs_device: { type: 'boolean', title: 'Needs a device' },
            },
            required: ['job_title', 'needs_device'],
          },
        }),
        prepare: { type: 'parallel', branches: ['account', 'licences', 'needs_device'], next: 'close' },
        account: taskStep('Create the accounts of {{context.person_name}} ({{steps.collect.response.job_title}})'),
        licences: taskStep('Assign licences to {{context.person_name}}'),
        needs_device: {
          type: 'condition',
          conditions: [{ field: 'steps.collect.response.needs_device', operator: 'equals', value: true }],
          then: 'device',
        },
        device: taskStep('Set up a device for {{context.person_name}}'),
        close: closeStep('{{context.person_name}} can start.'),
      },
    },
  },
  {
    name: 'Offboard a person',
    category: 'people',
    description: `Access, devices and data of somebody who leaves a client, with a ticket. ${needs}, \`context.person_name\` and \`context.last_day\`.`,
    parameter_schema: schemaOf(ticketParameters),
    definition: {
      start: 'open',
      steps: {
        open: ticketStep('Offboard {{context.person_name}}', 'Last day: {{context.last_day}}', 'wait'),
        wait: { type: 'timer', title: 'Last day', until: '{{context.last_day}}', next: 'remove' },
        remove: { type: 'parallel', branches: ['access', 'data', 'devices'], next: 'close' },
        access: taskStep('Disable the accounts of {{context.person_name}}', undefined, {
          priority: 'urgent',
          due_in: 'P1D',
          on_expired: 'late',
        }),
        late: noteStep('The accounts were not disabled within a day of the last day.', 'access_again'),
        access_again: taskStep('Overdue: disable the accounts of {{context.person_name}}', undefined, { priority: 'urgent' }),
        data: taskStep('Hand over the data of {{context.person_name}}'),
        devices: taskStep('Take back the devices of {{context.person_name}}'),
        close: closeStep('{{context.person_name}} has been offboarded.'),
      },
    },
  },
  {
    name: 'Set up a new client',
    category: 'clients',
    description: `Contract, billing, monitoring and documentation of a new client, and a review afterwards. ${needs}, \`context.client_name\` and \`context.review_at\`.`,
    parameter_schema: schemaOf(ticketParameters),
    definition: {
      start: 'open',
      steps: {
        open: ticketStep('Set up {{context.client_name}}', 'Contract, billing, monitoring, documentation.', 'contract'),
        contract: taskStep('Check the signed contract of {{context.client_name}}', 'prepare', {
          form: { type: 'object', properties: { signed: { type: 'boolean', title: 'Signed' } }, required: ['signed'] },
        }),
        prepare: isTrue('steps.contract.response.signed', 'set_up', 'unsigned'),
        unsigned: closeStep('There is no signed contract.', 'stop'),
        stop: failed('There is no signed contract'),
        set_up: { type: 'parallel', branches: ['billing', 'monitoring', 'documentation'], next: 'settle' },
        billing: taskStep('Set up contract lines and billing of {{context.client_name}}'),
        monitoring: taskStep('Roll out monitoring at {{context.client_name}}'),
        documentation: taskStep('Document the network of {{context.client_name}}'),
        settle: { type: 'timer', title: 'First weeks of operation', until: '{{context.review_at}}', next: 'review' },
        review: taskStep('Review the first weeks with {{context.client_name}}', 'close'),
        close: closeStep('{{context.client_name}} is set up and reviewed.'),
      },
    },
  },
] as const;
