/** What a mail is made of. */
export interface TemplateTexts {
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
}

const TICKET_REPLY: Readonly<Record<string, TemplateTexts>> = {
  en: {
    subject: 'Re: {{ticket_title}} [{{ticket_number}}]',
    text: '{{comment_text}}\n\n{{author_name}}\n{{company_name}}',
    html: '<div>{{comment_html}}</div><p>{{author_name}}<br>{{company_name}}</p>',
  },
  de: {
    subject: 'AW: {{ticket_title}} [{{ticket_number}}]',
    text: '{{comment_text}}\n\n{{author_name}}\n{{company_name}}',
    html: '<div>{{comment_html}}</div><p>{{author_name}}<br>{{company_name}}</p>',
  },
};

const MAILBOX_PAUSED: Readonly<Record<string, TemplateTexts>> = {
  en: {
    subject: 'The mailbox {{mailbox}} is paused',
    text: 'The mail server refused the sign-in of {{mailbox}} three times, so no mail is fetched from it. Nothing is lost: once you reconnect the mailbox, fetching goes on where it stopped.\n\nWhat the server said: {{error}}\n\nReconnect it under {{url}}',
    html: null,
  },
  de: {
    subject: 'Das Postfach {{mailbox}} ist angehalten',
    text: 'Der Mailserver hat die Anmeldung von {{mailbox}} dreimal abgelehnt; es wird keine Mail mehr abgeholt. Nichts geht verloren: Sobald Sie das Postfach neu verbinden, geht es dort weiter, wo es stehen geblieben ist.\n\nAntwort des Servers: {{error}}\n\nNeu verbinden: {{url}}',
    html: null,
  },
};
const MAILBOX_SILENT: Readonly<Record<string, TemplateTexts>> = {
  en: {
    subject: 'No mail could be fetched from {{mailbox}} for 15 minutes',
    text: 'Fetching from {{mailbox}} has failed for 15 minutes and goes on being tried.\n\nThe last error: {{error}}\n\nCheck it under {{url}}',
    html: null,
  },
  de: {
    subject: 'Aus {{mailbox}} konnte seit 15 Minuten keine Mail abgeholt werden',
    text: 'Das Abholen aus {{mailbox}} schlägt seit 15 Minuten fehl und wird weiter versucht.\n\nLetzter Fehler: {{error}}\n\nPrüfen: {{url}}',
    html: null,
  },
};
const BUILT_IN: Readonly<Record<string, Readonly<Record<string, TemplateTexts>>>> = {
  ticket_reply: TICKET_REPLY,
  mailbox_paused: MAILBOX_PAUSED,
  mailbox_silent: MAILBOX_SILENT,
};

/** The text the product brings along, in English where it has no other. */
export function builtInTemplate(key: string, language: string): TemplateTexts {
  const texts = BUILT_IN[key] ?? TICKET_REPLY;
  return texts[language] ?? (texts['en'] as TemplateTexts);
}

/** Values a preview shows. */
export const EXAMPLE_VARIABLES: Readonly<Record<string, string>> = {
  ticket_number: 'T-1042',
  ticket_title: 'Printer on the second floor',
  author_name: 'Robin Doe',
  company_name: 'Example MSP',
  comment_text: 'The printer works again.',
  comment_html: 'The printer works again.',
  mailbox: 'support@example.com',
  error: 'The server refused the sign-in',
  url: 'https://psa.example.com',
};
