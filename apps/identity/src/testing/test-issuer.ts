import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** What the issuer says of an account. */
export interface IssuedAccount {
  readonly email: string;
  readonly email_verified: boolean;
  /** Methods it says it has checked (RFC 8176). */
  readonly amr?: readonly string[];
}

export const CLIENT = { id: 'psa', secret: 'the secret of the client under test' } as const;

/** A real OpenID Connect provider, at which anybody signs in by any name. */
export class TestIssuer {
  /** By the name that is signed in with. */
  readonly accounts = new Map<string, IssuedAccount>();
  #server: Server | undefined;
  #url = '';

  get url(): string {
    return this.#url;
  }

  /** @param redirectUris where it sends users back to */
  async start(redirectUris: readonly string[]): Promise<void> {
    this.#server = createServer((request, response) => handle(request, response));
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#url = `http://localhost:${(this.#server.address() as AddressInfo).port}`;
    /* eslint-disable no-console -- it says there at length that it is set up for tests */
    const { warn } = console;
    console.warn = () => {};
    const provider = new Provider(this.#url, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: redirectUris,
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
      cookies: { keys: ['a key of tests'] },
      pkce: { required: () => true },
      findAccount: (_context: unknown, id: string) => ({
        accountId: id,
        claims: async () => ({ sub: id, name: id, ...this.accounts.get(id) }),
      }),
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    });
    provider.on('authorization.accepted', ({ oidc: { session } }) => {
      session.amr = this.accounts.get(session.accountId)?.amr;
    });
    const handle = provider.callback();
    console.warn = warn;
    /* eslint-enable no-console */
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => {
      this.#server?.close(resolve);
    });
  }
}
