import type { Log } from '@psa/observability-kit';
import type { SmsSender } from '../ports/sms-sender.ts';

/** Prints that a text message would have been sent: no provider is configured. */
export function logSmsSender(log: Pick<Log, 'info'>): SmsSender {
  return {
    async send({ to, message, senderId }) {
      log.info({ to, length: message.length, sender_id: senderId }, 'no provider of text messages is configured: a message was not sent');
    },
  };
}
