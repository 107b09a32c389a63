import type { TenantId } from '@psa/contract-kit';
import type { RawAnswer } from '@psa/http-kit';
import type { providerTypes } from '@psa/contracts-identity';
import type { AuthRequest } from '../auth/auth-request.ts';

/** The signed-in user who connects an account of a provider, and the session it is done in. */
export interface ConnectingUser {
  readonly tenant: TenantId;
  readonly userId: string;
  readonly sessionId: string;
}

/**
 * A way to sign in beside the password. The list of them is `ports.providers`, made in `identity-service.ts`; `/api/auth/providers`,
 * the sign-in page, and the routes of {@link start}, {@link complete} and {@link options} follow from it.
 *
 * A provider that knows whom it has before it ends with `signInAs` (sign-in.actions.ts), which starts the session and gives the
 * cookies; the addresses to go on to come from `auth-replies.ts`.
 */
export interface SignInProvider<Ports> {
  readonly id: string;
  readonly name: string;
  readonly type: (typeof providerTypes)[number];
  /** Origins the browser is sent to: the policy of the sign-in page has to allow them. */
  readonly origins?: readonly string[];
  /** POST `/api/auth/signin/{id}`; the CSRF token was checked. */
  readonly start?: (ports: Ports, request: AuthRequest) => Promise<RawAnswer>;
  /** Sends a user who has proved themselves to the provider, to connect an account there. The CSRF token was checked. */
  readonly connect?: (ports: Ports, request: AuthRequest, user: ConnectingUser) => Promise<RawAnswer>;
  /** GET or POST `/api/auth/callback/{id}`. No CSRF token is checked: it is for the provider to know its own answers, by `state` or the like. */
  readonly complete?: (ports: Ports, request: AuthRequest) => Promise<RawAnswer>;
  /** GET `/api/auth/webauthn-options/{id}`, for `webauthn` alone. */
  readonly options?: (ports: Ports, request: AuthRequest) => Promise<RawAnswer>;
}
