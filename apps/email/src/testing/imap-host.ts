import type { AddressInfo, Socket } from 'node:net';
import hoodiecrow, { type HoodiecrowServer } from 'hoodiecrow-imap';

export const IMAP_USER = 'support';
export const IMAP_PASSWORD = 'secret';

/** IDLE (RFC 2177) without a limit of time. */
function idle(server: HoodiecrowServer): void {
  server.registerCapability('IDLE');
  server.setCommandHandler('IDLE', (connection, { tag }, data, done) => {
    connection.directNotifications = true;
    connection.inputHandler = () => {
      connection.inputHandler = false;
      connection.send({ tag, command: 'OK', attributes: [{ type: 'TEXT', value: 'IDLE terminated' }] }, 'IDLE', {}, data);
    };
    connection.socket.write('+ idling\r\n');
    connection.processNotifications();
    done();
  });
}

interface ImapHostOptions {
  readonly supportsIdle?: boolean;
  readonly acceptsToken?: (user: string, accessToken: string) => Promise<boolean>;
}

/** XOAUTH2 with whatever issues the tokens. */
function xoauth2(isValid: (user: string, accessToken: string) => Promise<boolean>) {
  return (server: HoodiecrowServer): void => {
    server.registerCapability('AUTH=XOAUTH2');
    server.setCommandHandler('AUTHENTICATE XOAUTH2', (connection, parsed, data, done) => {
      const given = Buffer.from(parsed.attributes?.[0]?.value ?? '', 'base64').toString('utf8');
      const [named = '', authorized = ''] = given.split('\x01');
      const [user, token] = [named.replace(/^user=/, ''), authorized.replace(/^auth=Bearer /, '')];
      const answer = (isAccepted: boolean) => {
        if (isAccepted) connection.state = 'Authenticated';
        const attributes = [{ type: 'TEXT', value: isAccepted ? 'signed in' : 'the token is not accepted' }];
        connection.send({ tag: parsed.tag, command: isAccepted ? 'OK' : 'NO', attributes }, 'AUTHENTICATE XOAUTH2', parsed, data);
        done();
      };
      isValid(user, token).then(answer, () => answer(false));
    });
  };
}

/** An IMAP server with one mailbox. */
export class ImapHost {
  readonly #server: HoodiecrowServer;
  readonly #sockets = new Set<Socket>();
  #accepted = 0;

  /**
   * @param supportsIdle without it, mail is found by polling alone
   * @param acceptsToken judges the access tokens of users; without it, passwords are the only way in
   */
  constructor({ supportsIdle = true, acceptsToken }: ImapHostOptions = {}) {
    this.#server = hoodiecrow({
      plugins: [
        'ID',
        ...(supportsIdle ? [idle] : []),
        'SASL-IR',
        'AUTH-PLAIN',
        ...(acceptsToken === undefined ? [] : [xoauth2(acceptsToken)]),
        'NAMESPACE',
        'UIDPLUS',
        'LITERALPLUS',
      ],
      storage: { INBOX: {}, '': { separator: '/', folders: { Requests: {} } } },
      users: { [IMAP_USER]: { password: IMAP_PASSWORD } },
    });
  }

  async start(): Promise<void> {
    this.#server.setMaxListeners(100);
    this.#server.server.on('connection', (socket: Socket) => {
      // It answers in small pieces, which would wait for each other.
      socket.setNoDelay(true);
      this.#sockets.add(socket);
      this.#accepted++;
      socket.on('close', () => this.#sockets.delete(socket));
    });
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
  }

  async stop(): Promise<void> {
    this.dropConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(resolve);
    });
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  get connections(): number {
    return this.#sockets.size;
  }

  /** Connections since the start. */
  get accepted(): number {
    return this.#accepted;
  }

  deliver(raw: Buffer, folder = 'INBOX'): void {
    this.#server.appendMessage(folder, [], new Date(), raw.toString('latin1'));
  }

  /** What a server does that restores a mailbox: every uid means something else. */
  renewUids(): void {
    const folder = this.#server.getMailbox('INBOX');
    folder.uidvalidity++;
    for (const [place, message] of folder.messages.entries()) message.uid = 1000 + place;
    folder.uidnext = 1000 + folder.messages.length;
  }

  changePassword(password: string): void {
    this.#server.users[IMAP_USER] = { password };
  }

  dropConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
