import { emailRpc } from '@psa/contracts-email';
import { type Broker, callRpc } from '@psa/events-kit';
import { emailServiceMailer, type Mailer } from '@psa/mail-kit';

const TIMEOUT_MS = 5_000;

/** Sends mails by the email service, over NATS. */
export function mailer(broker: Broker): Mailer {
  return emailServiceMailer(
    {
      stageMailFile: (context, piece) => callRpc(broker, emailRpc.stageMailFile, piece, context, TIMEOUT_MS),
      sendMail: (context, mail) => callRpc(broker, emailRpc.sendMail, mail, context, TIMEOUT_MS),
    },
    { source: 'billing', isEssential: false },
  );
}
