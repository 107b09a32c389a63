import type { ApiClient } from './api-client.ts';

const MAILBOXES = [
  { name: 'Support', mailbox: 'support@northwind-it.example', sender: 'Northwind IT Support' },
  { name: 'Monitoring alerts', mailbox: 'alerts@northwind-it.example', sender: null },
];

const TEMPLATES = [
  {
    template_key: 'ticket_reply',
    language: 'en',
    subject: 'Re: {{ticket_title}} [{{ticket_number}}]',
    text: 'Hello,\n\n{{comment_text}}\n\nKind regards\n{{author_name}}\n{{company_name}}',
    html: '<p>Hello,</p><div>{{comment_html}}</div><p>Kind regards<br>{{author_name}}<br><b>{{company_name}}</b></p>',
  },
  {
    template_key: 'ticket_reply',
    language: 'de',
    subject: 'AW: {{ticket_title}} [{{ticket_number}}]',
    text: 'Guten Tag,\n\n{{comment_text}}\n\nMit freundlichen Grüßen\n{{author_name}}\n{{company_name}}',
    html: null,
  },
];

const SUPPRESSED = [
  { address: 'left.the.company@example.com', note: '550 5.1.1 The email account does not exist' },
  { address: 'no-thanks@example.com', note: 'Asked to get no mail' },
];

/** Mailboxes that wait to be connected, texts of mails, and addresses that get none. No mail is fetched or sent. */
export async function seedMail(api: ApiClient): Promise<void> {
  for (const { name, mailbox, sender } of MAILBOXES)
    await api.create('/api/v1/email/providers', `demo/mailbox/${mailbox}`, {
      providerType: 'imap',
      providerName: name,
      senderDisplayName: sender,
      mailbox,
      isActive: false,
      inboundTicketDefaults: {},
      imapConfig: { host: 'imap.example.com', username: mailbox, password: 'replace-me', smtp_host: 'smtp.example.com' },
    });
  for (const template of TEMPLATES)
    await api.create('/api/v1/email/templates', `demo/template/${template.template_key}/${template.language}`, template);
  for (const suppression of SUPPRESSED)
    await api.create('/api/v1/email/suppressions', `demo/suppression/${suppression.address}`, suppression);
}
