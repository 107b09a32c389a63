import type { OutgoingMail } from '@psa/mail-kit';
import { Html, html } from '../sign-in/pages/html.ts';
import type { MailKind } from './account-mail.actions.ts';

/** What a mail is made of. */
export interface MailFacts {
  readonly name: string;
  readonly username: string;
  readonly tenantName: string;
  /** Address of the page to choose a password on, or to sign in. */
  readonly link: string;
}

type Text = Pick<OutgoingMail, 'subject' | 'text' | 'html'>;

interface Wording {
  readonly subject: (facts: MailFacts) => string;
  readonly before: (facts: MailFacts) => string;
  readonly button: string;
  readonly after: string;
}

const WORDINGS: Readonly<Record<MailKind, Wording>> = {
  password_reset: {
    subject: ({ tenantName }) => `Choose a new password for ${tenantName}`,
    before: ({ tenantName, username }) =>
      `Somebody, you we hope, has asked for a new password for your account ${username} at ${tenantName}.`,
    button: 'Choose a new password',
    after: 'The link is good for one hour and can be used once. If it was not you, leave it: your password stays as it is.',
  },
  invitation: {
    subject: ({ tenantName }) => `Your account at ${tenantName}`,
    before: ({ tenantName, username }) => `You have an account at ${tenantName}. Your username is ${username}. Choose a password to begin.`,
    button: 'Choose a password',
    after: 'The link is good for seven days and can be used once.',
  },
  welcome: {
    subject: ({ tenantName }) => `Your account at ${tenantName}`,
    before: ({ tenantName, username }) =>
      `You have an account at ${tenantName}. Your username is ${username}; your password was given to you by whoever made the account.`,
    button: 'Sign in',
    after: 'If you do not know why you get this, you need not do anything.',
  },
  email_changed: {
    subject: ({ tenantName }) => `Your e-mail address for ${tenantName} was changed`,
    before: ({ tenantName, username }) =>
      `The e-mail address of your account ${username} at ${tenantName} was changed. Mails about it no longer come to this one.`,
    button: 'Sign in',
    after: 'If it was not you, tell your administrator at once.',
  },
  password_changed: {
    subject: ({ tenantName }) => `Your password for ${tenantName} was changed`,
    before: ({ tenantName, username }) =>
      `The password of your account ${username} at ${tenantName} was changed, and you were signed out everywhere else.`,
    button: 'Sign in',
    after: 'If it was not you, ask for a new password at once and tell your administrator.',
  },
};

/** A mail's words, for programs that show text alone and for those that show more. */
export function composeMail(kind: MailKind, facts: MailFacts): Text {
  const { subject, before, button, after } = WORDINGS[kind];
  const greeting = `Hello ${facts.name},`;
  const page = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${oneLine(subject(facts))}</title></head>
<body style="font:16px/1.5 sans-serif;color:#1b2430"><p>${greeting}</p><p>${before(facts)}</p>
<p><a href="${facts.link}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#1a56b0;color:#fff;text-decoration:none">${button}</a></p>
<p style="color:#4d5a6b">${after}</p><p style="color:#4d5a6b">${new Html('Or copy this address: ')}${facts.link}</p></body></html>`;
  return {
    subject: oneLine(subject(facts)),
    text: [greeting, '', before(facts), '', `${button}:`, facts.link, '', after, ''].join('\n'),
    html: page.text,
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
