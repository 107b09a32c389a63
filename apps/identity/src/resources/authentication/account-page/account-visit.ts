import type { Route, TenantId } from '@psa/contract-kit';
import { ACCOUNT_PATH } from '@psa/contracts-identity';
import { type BoundRoute, callRoute, type Principal, principalOf, type RawAnswer, type RequestInfo } from '@psa/http-kit';
import type { z } from 'zod';
import { type Db, type Ports, tenantDb } from '../../../identity-app.ts';
import { passwordHandlers } from '../../directory/user-lifecycle/password.handlers.ts';
import { apiKeyHandlers } from '../api-key/api-key.handlers.ts';
import { authPageUrl, goTo } from '../auth/auth-replies.ts';
import { type AuthRequest, authRequest, byUser } from '../auth/auth-request.ts';
import { oauthAccountHandlers } from '../oauth/oauth-account.handlers.ts';
import { passkeyHandlers } from '../passkey/passkey.handlers.ts';
import { readCookieSession, type ReadSession } from '../session/read-session.ts';
import { useSession } from '../session/authenticate-session.actions.ts';
import { sessionHandlers } from '../session/session.handlers.ts';
import { twoFactorHandlers } from '../two-factor/two-factor.handlers.ts';
import { findProofs, type Proofs } from '../two-factor/proof.actions.ts';

/** The routes the page calls: what it shows and does is what the API answers and does. */
const bound: ReadonlyMap<Route, BoundRoute> = new Map(
  [...apiKeyHandlers, ...sessionHandlers, ...twoFactorHandlers, ...passkeyHandlers, ...oauthAccountHandlers, ...passwordHandlers].map(
    (handler) => [handler.route, handler],
  ),
);

type Payload<R> = R extends { reply: { body: infer T extends z.ZodType } } ? z.output<T> : undefined;

interface Given {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A signed-in user at the account page. */
export class AccountVisit {
  readonly ports: Ports;
  readonly request: AuthRequest;
  readonly principal: Principal;
  readonly db: Db;
  readonly session: ReadSession['session'];
  readonly #info: RequestInfo;
  #proofs: Promise<Proofs> | undefined;

  private constructor(ports: Ports, info: RequestInfo, request: AuthRequest, found: ReadSession) {
    this.ports = ports;
    this.request = request;
    this.principal = principalOf(useSession(ports, found));
    this.db = tenantDb(ports, found.tenant, byUser(request, found.session.user_id));
    this.session = found.session;
    // As behind the gateway, the routes see no cookies: a trusted device spares codes at sign-in alone.
    const { cookie: _, ...headers } = info.headers;
    this.#info = { ...info, headers, rawBody: undefined };
  }

  /** @returns undefined when nobody is signed in */
  static async find(ports: Ports, info: RequestInfo, request: AuthRequest): Promise<AccountVisit | undefined> {
    const found = await readCookieSession(ports, request);
    return found && new AccountVisit(ports, info, request, found);
  }

  get tenant(): TenantId {
    return this.db.tenant;
  }

  get userId(): string {
    return this.session.user_id;
  }

  /** What the user can prove themselves with; read once a visit. */
  proofs(): Promise<Proofs> {
    return (this.#proofs ??= findProofs(this.db, this.userId));
  }

  /** Calls a route of the API as the user. @throws what the route refuses with */
  async call<R extends Route>(route: R, { params, query, body }: Given = {}): Promise<Payload<R>> {
    const handler = bound.get(route);
    if (handler === undefined) throw new Error(`The account page does not call ${route.name}`);
    const { principal, db, ports } = this;
    return (await callRoute(handler, { principal, db: db as never, ports, params, query, body, request: this.#info })) as Payload<R>;
  }
}

/** The request with the CSRF token of its form. */
export function accountRequest(info: RequestInfo, csrfToken?: string): AuthRequest {
  return authRequest(info, { body: csrfToken === undefined ? {} : { csrfToken } });
}

/** Sends whoever is not signed in to the sign-in page, and back; a session cookie that is good for nothing is cleared. */
export function toSignIn({ auth }: Ports, request: AuthRequest): RawAnswer {
  return goTo(request, authPageUrl(auth, 'signin', { callbackUrl: ACCOUNT_PATH }), { cookies: auth.cookies.clearSession(request.cookies) });
}
