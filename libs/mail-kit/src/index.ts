export { logMailer } from './log-mailer.ts';
export { type Mailer, MailRefused, type OutgoingMail } from './mailer.ts';
export { smtpMailer } from './smtp-mailer.ts';
