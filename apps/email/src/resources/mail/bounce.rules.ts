import { messageIds } from './mail-header.ts';
import { isMarkedAutomated } from './mail-traits.ts';
import type { ParsedMail } from './parse-mail.ts';

/** What a delivery report says. */
export interface BounceReport {
  readonly kind: 'bounce' | 'delay' | 'complaint';
  readonly permanent: boolean;
  readonly recipients: readonly { readonly address: string; readonly reason: string }[];
  /** Ids of the mail it is about, the likeliest first. */
  readonly originals: readonly string[];
}

const MAX_REPORT = 200_000;

/** Reads a delivery report (RFC 3464) or a complaint (RFC 5965). @returns undefined when the mail is neither */
export function readBounce(mail: ParsedMail): BounceReport | undefined {
  const type = mail.headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  const part = (pattern: RegExp) => {
    const file = mail.files.find(({ contentType }) => pattern.test(contentType));
    return file === undefined ? '' : Buffer.from(file.bytes.subarray(0, MAX_REPORT)).toString('utf8');
  };
  const status = part(/^message\/(?:global-)?delivery-status$/i);
  const feedback = part(/^message\/feedback-report$/i);
  const isReport = /^multipart\/report\b/i.test(type);
  const address = mail.from?.address ?? '';
  // Behind postmaster there are people as well, who write about mail that was not delivered.
  const isDaemon = /^mailer-daemon@/i.test(address) || (/^postmaster@/i.test(address) && isMarkedAutomated(mail));
  if (feedback === '' && status === '' && !(isDaemon && looksBounced(mail)) && !(isReport && /delivery-status/i.test(type)))
    return undefined;
  const original = part(/^(?:message\/rfc822|message\/global|text\/rfc822-headers)$/i);
  const originals = [
    ...messageIds(/^message-id:\s*(.+)$/im.exec(original)?.[1]),
    ...messageIds(/^original-message-id:\s*(.+)$/im.exec(status + feedback)?.[1]),
    ...(mail.inReplyTo === null ? [] : [mail.inReplyTo]),
    ...[...mail.references].reverse(),
    ...messageIds(/^message-id:\s*(.+)$/im.exec(mail.text.slice(0, MAX_REPORT))?.[1]),
  ];
  if (feedback !== '') {
    const address = /^(?:original-rcpt-to|removal-recipient):\s*<?([^\s<>]+@[^\s<>]+)>?/im.exec(feedback)?.[1]?.toLowerCase();
    return { kind: 'complaint', permanent: true, recipients: address === undefined ? [] : [{ address, reason: 'complaint' }], originals };
  }
  const blocks = status.split(/\r?\n\r?\n/).filter((block) => /^final-recipient:|^original-recipient:/im.test(block));
  const recipients = blocks.slice(0, 50).flatMap((block) => {
    const address = /^(?:final|original)-recipient:[^;\n]{0,50};\s*<?([^\s<>]+@[^\s<>]+)>?/im.exec(block)?.[1]?.toLowerCase();
    const reason = /^diagnostic-code:\s*(?:[^;\n]{0,50};)?\s*([^\n]{1,300})/im.exec(block)?.[1]?.trim();
    const code = /^status:\s*([245]\.\d{1,3}\.\d{1,3})/im.exec(block)?.[1];
    return address === undefined ? [] : [{ address, reason: [code, reason].filter(Boolean).join(' ') || 'undelivered' }];
  });
  const action = /^action:\s*(\w+)/im.exec(status)?.[1]?.toLowerCase();
  const isDelay = action === 'delayed' || action === 'relayed' || action === 'delivered' || action === 'expanded';
  return {
    kind: isDelay ? 'delay' : 'bounce',
    permanent:
      !isDelay && (/^status:\s*5\./im.test(status) || (status === '' && /\b5\.\d\.\d\b|\b55\d\b/.test(mail.text.slice(0, 20_000)))),
    recipients,
    originals,
  };
}

function looksBounced({ subject, text }: ParsedMail): boolean {
  return /undeliver|delivery (?:status|failure|has failed)|failure notice|returned mail|unzustellbar|mail delivery/i.test(
    `${subject}\n${text.slice(0, 2000)}`,
  );
}
