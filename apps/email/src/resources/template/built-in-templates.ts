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

/** The text the product brings along, in English where it has no other. */
export function builtInTemplate(_key: string, language: string): TemplateTexts {
  return TICKET_REPLY[language] ?? (TICKET_REPLY['en'] as TemplateTexts);
}

/** Values a preview shows. */
export const EXAMPLE_VARIABLES: Readonly<Record<string, string>> = {
  ticket_number: 'T-1042',
  ticket_title: 'Printer on the second floor',
  author_name: 'Robin Doe',
  company_name: 'Example MSP',
  comment_text: 'The printer works again.',
  comment_html: 'The printer works again.',
};
