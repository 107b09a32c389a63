import { type CorpusMail, corpusMail, multipart, parts, plainMail } from './corpus-mail.ts';

const auto = (name: string, headers: Record<string, string>, autoReply: boolean): CorpusMail =>
  plainMail(`automatic: ${name}`, 'Text', { automated: true, autoReply }, headers);
const report = 'report; report-type=delivery-status';
const status = (lines: string) => `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.x.example\n\n${lines}\n`;
const original = 'Content-Type: text/rfc822-headers\n\nMessage-ID: <ours@msp.example>\nSubject: Re: Printer\n';
const failed = 'Final-Recipient: rfc822; gone@x.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 no such user';
const sorry = 'Content-Type: text/plain\n\nSorry.';
const DAEMON = {
  From: 'Mail Delivery System <MAILER-DAEMON@x.example>',
  'Return-Path': '<>',
  Subject: 'Undelivered Mail Returned to Sender',
};
const bounce = (name: string, body: string, expected: CorpusMail['expected']['bounce'], headers: Record<string, string> = {}): CorpusMail =>
  corpusMail(`bounce: ${name}`, { ...DAEMON, ...multipart(report), ...headers }, body, { automated: true, bounce: expected });
const plainBounce = (
  name: string,
  body: string,
  expected: CorpusMail['expected']['bounce'],
  headers: Record<string, string> = {},
): CorpusMail => plainMail(`bounce: ${name}`, body, { bounce: expected }, { ...DAEMON, ...headers });
const one = { kind: 'bounce', permanent: true, recipients: ['gone@x.example'], originals: ['<ours@msp.example>'] } as const;

/** What programs write. */
export const programs: readonly CorpusMail[] = [
  auto('RFC 3834 reply', { 'Auto-Submitted': 'auto-replied' }, true),
  auto('RFC 3834 reply with a parameter', { 'Auto-Submitted': 'auto-replied (vacation)' }, true),
  auto('RFC 3834 alert', { 'Auto-Submitted': 'auto-generated' }, false),
  auto('X-Autoreply', { 'X-Autoreply': 'yes' }, true),
  auto('X-Autorespond', { 'X-Autorespond': '' }, true),
  auto('Precedence: auto_reply', { Precedence: 'auto_reply' }, true),
  auto('Precedence: bulk', { Precedence: 'bulk' }, false),
  auto('Precedence: list', { Precedence: 'list' }, false),
  auto('a mailing list', { 'List-Id': '<news.x.example>', 'List-Unsubscribe': '<mailto:u@x.example>' }, false),
  auto('empty Return-Path', { 'Return-Path': '<>' }, false),
  auto(
    'Exchange out of office',
    { Subject: 'Automatic reply: Printer', 'X-Auto-Response-Suppress': 'All', 'Auto-Submitted': 'auto-generated' },
    true,
  ),
  auto('German out of office', { Subject: 'Automatische Antwort: Drucker', 'X-Auto-Response-Suppress': 'All' }, true),
  auto('French out of office', { Subject: 'Réponse automatique : Imprimante', 'Return-Path': '<>' }, true),
  auto('perhaps, by its subject alone', { Subject: 'Automatische Antwort: Drucker' }, false),
  auto('perhaps, a person about a notice', { Subject: 'Out of office not working for Jane' }, false),
  auto('X-Loop', { 'X-Loop': 'x@x.example' }, false),
  plainMail('automatic: Auto-Submitted: no is a person', 'x', { automated: false, autoReply: false }, { 'Auto-Submitted': 'no' }),
  plainMail(
    'automatic: a person about automatic replies',
    'x',
    { automated: false, autoReply: false },
    { Subject: 'Turn off the automatic reply' },
  ),
  bounce('Postfix', parts(sorry, status(failed), original), one),
  bounce(
    'Postfix, the whole mail returned',
    parts(sorry, status(failed), 'Content-Type: message/rfc822\n\nMessage-ID: <ours@msp.example>\nSubject: x\n\nText'),
    one,
  ),
  bounce(
    'Exchange',
    parts(
      'Content-Type: text/html\n\n<p>Your message could not be delivered</p>',
      status(
        'Final-Recipient: rfc822;gone@x.example\nAction: failed\nStatus: 5.1.10\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound',
      ),
      original,
    ),
    one,
    { From: 'postmaster@x.example', Subject: 'Undeliverable: Re: Printer' },
  ),
  bounce(
    'Gmail',
    parts(
      sorry,
      status('Original-Recipient: rfc822; gone@x.example\nFinal-Recipient: rfc822; gone@x.example\nAction: failed\nStatus: 5.1.1'),
      original,
    ),
    one,
    { From: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>' },
  ),
  bounce(
    'a full mailbox may work later',
    parts(
      sorry,
      status('Final-Recipient: rfc822; gone@x.example\nAction: failed\nStatus: 4.2.2\nDiagnostic-Code: smtp; 452 4.2.2 mailbox full'),
      original,
    ),
    { ...one, permanent: false },
  ),
  bounce('a delay', parts(sorry, status('Final-Recipient: rfc822; gone@x.example\nAction: delayed\nStatus: 4.4.1'), original), {
    kind: 'delay',
    permanent: false,
    recipients: ['gone@x.example'],
  }),
  bounce('two recipients', parts(sorry, status(`${failed}\n\n${failed.replace('gone', 'other')}`), original), {
    kind: 'bounce',
    recipients: ['gone@x.example', 'other@x.example'],
  }),
  bounce(
    'relayed is no failure',
    parts(sorry, status('Final-Recipient: rfc822; gone@x.example\nAction: relayed\nStatus: 2.0.0'), original),
    { kind: 'delay', permanent: false },
  ),
  bounce('without the original', parts(sorry, status(failed)), { ...one, originals: [] }),
  bounce('the original by In-Reply-To', parts(sorry, status(failed)), one, { 'In-Reply-To': '<ours@msp.example>' }),
  plainBounce(
    'qmail',
    'Hi. This is the qmail-send program.\n<gone@x.example>:\n550 5.1.1 no such user\n\n--- Below this line is a copy of the message.\n\nMessage-ID: <ours@msp.example>',
    { kind: 'bounce', permanent: true, originals: ['<ours@msp.example>'] },
    { Subject: 'failure notice' },
  ),
  plainBounce('a text without a report', 'Delivery has failed: 550 user unknown', { kind: 'bounce', permanent: true }),
  corpusMail(
    'bounce: a complaint',
    { From: 'complaints@isp.example', ...multipart('report; report-type=feedback-report') },
    parts(sorry, 'Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nOriginal-Rcpt-To: gone@x.example', original),
    { bounce: { kind: 'complaint', permanent: true, recipients: ['gone@x.example'], originals: ['<ours@msp.example>'] } },
  ),
  plainMail(
    'bounce: a person who writes about one is none',
    'I got: Undelivered Mail Returned to Sender, 550 5.1.1',
    { automated: false },
    { Subject: 'Undeliverable mail?' },
  ),
  plainMail(
    'bounce: postmaster who writes about mail delivery sends none',
    'Mail delivery to you fails: 550 user unknown.',
    { automated: false, bounce: null },
    { From: 'postmaster@x.example', Subject: 'Mail delivery' },
  ),
  plainBounce(
    'postmaster without a report, marked as automatic',
    'Delivery has failed: 550 user unknown',
    { kind: 'bounce', permanent: true },
    { From: 'postmaster@x.example', 'Return-Path': '<postmaster@x.example>', 'Auto-Submitted': 'auto-generated' },
  ),
  plainMail(
    'bounce: postmaster who writes a letter sends none',
    'Please update your records.',
    { automated: false },
    { From: 'postmaster@x.example', Subject: 'Hello' },
  ),
];
