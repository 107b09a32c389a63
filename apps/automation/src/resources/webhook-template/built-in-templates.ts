import type { WebhookTemplate } from '@psa/contracts-automation';

/** One line of text that says what happened: what chats show. */
const LINE = '{{eventname}}: {{data.name}}{{data.title}}{{data.client_name}} ({{subject}})';

const builtIn = (
  id: string,
  name: string,
  url_template: string,
  payload_template: WebhookTemplate['default_config']['payload_template'],
): WebhookTemplate => ({
  template_id: `00000000-0000-4000-8000-${id}`,
  name,
  category: 'chat',
  description: `Tells a channel of ${name} in one line what happened`,
  default_config: { url_template, method: 'POST', headers: {}, payload_format: 'custom', payload_template, security_type: 'none' },
  required_fields: ['name', 'url'],
  supported_events: ['*'],
  is_system_template: true,
  created_at: null,
  updated_at: null,
});

/** The templates that come with the product. */
export const builtInTemplates: readonly WebhookTemplate[] = [
  builtIn('000000000001', 'Slack', 'https://hooks.slack.com/services/…', { text: LINE }),
  builtIn('000000000002', 'Discord', 'https://discord.com/api/webhooks/…', { content: LINE }),
  builtIn('000000000003', 'Microsoft Teams', 'https://….webhook.office.com/webhookb2/…', { text: LINE }),
];
