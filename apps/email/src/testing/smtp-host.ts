import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

/** An SMTP server that keeps what it gets. */
export class SmtpHost {
  readonly received: ReceivedMail[] = [];
  /** Codes the next recipients are refused with. */
  readonly refusals: number[] = [];
  /** What single addresses are refused with, code first, as long as they are in here. */
  readonly refused = new Map<string, string>();
  readonly #server = new SMTPServer({
    authOptional: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onRcptTo: ({ address }, _session, done) => {
      const [code = this.refusals.shift(), ...words] = this.refused.get(address)?.split(' ') ?? [];
      done(code === undefined ? undefined : Object.assign(new Error(words.join(' ') || 'no'), { responseCode: Number(code) }));
    },
    onData: (stream, { envelope }, done) => {
      text(stream).then((raw) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        this.received.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
        done();
      }, done);
    },
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  to(address: string): ReceivedMail[] {
    return this.received.filter(({ to }) => to.includes(address));
  }
}

/** A header of a mail, folded lines joined. */
export function headerOf({ raw }: ReceivedMail, name: string): string {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
}
