import type { SignInCode } from '@psa/contracts-identity';
import { type Html, html } from './html.ts';
import { refusalMessages } from './refusal-messages.ts';
import { secondFactorFields } from './second-factor-fields.ts';

export interface ConfirmPage {
  readonly csrfToken: string;
  readonly provider: { readonly id: string; readonly name: string };
  /** Whether the account is still to be linked, which takes the password. */
  readonly asksPassword: boolean;
  readonly asksCode: boolean;
  /** Why the entry before was refused. */
  readonly refusal: SignInCode | undefined;
}

const MESSAGES: Readonly<Partial<Record<SignInCode, string>>> = {
  ...refusalMessages,
  TWO_FACTOR_REQUIRED: 'Enter the code of your second factor as well.',
  credentials: 'The password is not right.',
};

/** The form a person fills after they came back from a provider, before they are signed in. */
export function confirmContent({ csrfToken, provider, asksPassword, asksCode, refusal }: ConfirmPage): Html {
  const message = refusal && MESSAGES[refusal];
  return html`${message === undefined ? undefined : html`<p class="alert" role="alert" id="error">${message}</p>`}
${asksPassword ? html`<p>Your account at ${provider.name} has your e-mail address. Enter your password once to link it.</p>` : undefined}
<form method="post" action="/api/auth/callback/${encodeURIComponent(provider.id)}">
<input type="hidden" name="csrfToken" value="${csrfToken}">
${asksPassword ? passwordField : undefined}
${asksCode ? secondFactorFields : undefined}
<button>Sign in</button>
</form>
${asksPassword ? html`<p class="after"><a href="/api/auth/forgot-password">Forgotten your password, or never set one?</a></p>` : undefined}`;
}

const passwordField = html`<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required autofocus>`;
