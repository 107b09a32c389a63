import type { SignInCode } from '@psa/contracts-identity';
import { type Html, html } from './html.ts';
import { secondFactorFields } from './second-factor-fields.ts';

export interface ConfirmPage {
  readonly csrfToken: string;
  readonly provider: { readonly id: string; readonly name: string };
  /** Whether the account at the provider is not linked yet, which takes the password. */
  readonly asksPassword: boolean;
  readonly asksCode: boolean;
  /** Why the entry before was refused. */
  readonly code: SignInCode | undefined;
}

const MESSAGES: Readonly<Partial<Record<SignInCode, string>>> = {
  RATE_LIMITED: 'Too many attempts failed. Wait a quarter of an hour and try again.',
  TWO_FACTOR_REQUIRED: 'Enter the code of your second factor as well.',
  TWO_FACTOR_INVALID: 'The code is not right, or it was used before. Wait for the next one and try again.',
  credentials: 'The password is not right.',
};

/** What is asked of a person who has come back from a provider, before they are signed in. */
export function confirmContent({ csrfToken, provider, asksPassword, asksCode, code }: ConfirmPage): Html {
  const message = code && MESSAGES[code];
  return html`${message === undefined ? undefined : html`<p class="alert" role="alert" id="error">${message}</p>`}
${asksPassword ? html`<p>Your account at ${provider.name} has your e-mail address. Enter your password to link it; it is not asked for again.</p>` : undefined}
<form method="post" action="/api/auth/callback/${encodeURIComponent(provider.id)}">
<input type="hidden" name="csrfToken" value="${csrfToken}">
${asksPassword ? passwordField : undefined}
${asksCode ? secondFactorFields : undefined}
<button>Sign in</button>
</form>
${asksPassword ? html`<p class="after"><a href="/api/auth/forgot-password">Forgotten your password, or none yet?</a></p>` : undefined}`;
}

const passwordField = html`<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required autofocus>`;
