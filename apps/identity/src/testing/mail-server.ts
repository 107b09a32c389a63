import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: string;
  readonly from: string;
  readonly messageId: string;
  readonly subject: string;
  /** As it was sent, with soft line breaks undone. */
  readonly text: string;
}

/** A mail server that keeps what it is sent. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** Answers the next mails to these addresses with a code instead of taking them. */
  readonly refusals: { to: string; code: number; at: 'RCPT' | 'DATA' }[] = [];
  readonly #server: SMTPServer;
  readonly url: string;

  private constructor(server: SMTPServer) {
    this.#server = server;
    this.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<MailServer> {
    const refuse = (code: number) => Object.assign(new Error('not now'), { responseCode: code });
    const server = new SMTPServer({
      authOptional: true,
      closeTimeout: 100,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onRcptTo({ address }, _session, done) {
        const refusal = started.#takeRefusal(address, 'RCPT');
        done(refusal === undefined ? null : refuse(refusal.code));
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const refusal = started.#takeRefusal(session.envelope.rcptTo[0]?.address ?? '', 'DATA');
          if (refusal !== undefined) return done(refuse(refusal.code));
          const source = Buffer.concat(chunks).toString('utf8');
          const header = (name: string) =>
            new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(source)?.[1]?.replaceAll(/\r\n\s+/g, ' ') ?? '';
          started.mails.push({
            to: session.envelope.rcptTo[0]?.address ?? '',
            from: header('From'),
            messageId: header('Message-ID'),
            subject: header('Subject'),
            text: source.replaceAll('=\r\n', '').replaceAll('=3D', '='),
          });
          return done();
        });
      },
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const started = new MailServer(server);
    return started;
  }

  /** The refusals of one address come in their order. */
  #takeRefusal(address: string, at: 'RCPT' | 'DATA'): { code: number } | undefined {
    const index = this.refusals.findIndex(({ to }) => to === address);
    return this.refusals[index]?.at === at ? this.refusals.splice(index, 1)[0] : undefined;
  }

  /** Mails to an address. */
  to(address: string): ReceivedMail[] {
    return this.mails.filter(({ to }) => to === address);
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}

/** The link in a mail. */
export function linkIn({ text }: ReceivedMail): { path: string; token: string } {
  const [, path = '', token = ''] = /http:\/\/psa\.test(\/api\/auth\/[a-z-]+)\?token=([\w-]+)/.exec(text) ?? [];
  return { path, token };
}
