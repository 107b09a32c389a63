export { type EmailServiceCalls, emailServiceMailer, type EmailServiceOptions } from './email-service-mailer.ts';
export { type MailContext, type Mailer, MailRefused, type OutgoingMail } from './mailer.ts';
export { smtpMailer } from './smtp-mailer.ts';
