import { isRefusal } from '@psa/contract-kit';
import { type MailContext, type Mailer, MailRefused, type OutgoingMail } from './mailer.ts';

/** A message of the broker has at most 1 MB, and base64 makes bytes a third longer. */
const PIECE_BYTES = 512 * 1024;

export interface StagedPiece {
  readonly idempotency_key: string;
  readonly file: number;
  readonly piece: number;
  /** In base64. */
  readonly bytes: string;
}

export interface MailRequest {
  readonly idempotency_key: string;
  readonly source: string;
  readonly to: string[];
  readonly cc: string[];
  readonly bcc: string[];
  readonly subject: string;
  readonly text: string | null;
  readonly html: string | null;
  readonly files: { filename: string; content_type: string | null; size: number; pieces: number }[];
  readonly is_essential: boolean;
}

/** The RPC methods of the email service, as its contract declares them. */
export interface EmailServiceCalls {
  stageMailFile(context: MailContext, piece: StagedPiece): Promise<unknown>;
  sendMail(context: MailContext, mail: MailRequest): Promise<unknown>;
}

export interface EmailServiceOptions {
  /** The service that asks. */
  readonly source: string;
  /** Whether its mails leave even to suppressed addresses, as those about accounts do. */
  readonly isEssential: boolean;
}

/** Hands mails to the email service, the one way out: it queues them durably, and sends each once. */
export function emailServiceMailer(calls: EmailServiceCalls, { source, isEssential }: EmailServiceOptions): Mailer {
  return {
    async send({ to, cc = [], bcc = [], subject, text, html, attachments = [], messageId }: OutgoingMail, context) {
      try {
        for (const [file, { content }] of attachments.entries())
          for (let piece = 0; piece * PIECE_BYTES < content.length; piece++)
            await calls.stageMailFile(context, {
              idempotency_key: messageId,
              file,
              piece,
              bytes: content.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES).toString('base64'),
            });
        await calls.sendMail(context, {
          idempotency_key: messageId,
          source,
          to: [...to],
          cc: [...cc],
          bcc: [...bcc],
          subject,
          text: text ?? null,
          html: html ?? null,
          files: attachments.map(({ filename, contentType, content }) => ({
            filename: filename.slice(0, 255),
            content_type: contentType ?? null,
            size: content.length,
            pieces: Math.ceil(content.length / PIECE_BYTES),
          })),
          is_essential: isEssential,
        });
      } catch (error) {
        if (isRefusal(error)) throw new MailRefused(`The email service refused the mail: ${error.message}`, { cause: error });
        throw error;
      }
    },
  };
}
