import { type Html, html } from './html.ts';
import { refusalMessages } from './refusal-messages.ts';
import { secondFactorFields } from './second-factor-fields.ts';

export interface SignInPage {
  readonly csrfToken: string;
  readonly callbackUrl: string;
  readonly error: string | undefined;
  readonly code: string | undefined;
  readonly providers: readonly { readonly id: string; readonly name: string }[];
}

const MESSAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...refusalMessages,
    TWO_FACTOR_REQUIRED: 'Enter your password again together with the code of your second factor.',
    CredentialsSignin: 'The e-mail address or the password is not right.',
    SessionRequired: 'Sign in to go on.',
    MissingCSRF: 'The form had become too old. Please try again.',
    AccessDenied: 'You are not allowed to sign in.',
    OAuthAccountNotLinked: 'This account belongs to nobody here yet. Sign in another way and link it first.',
  }),
);

/** What is shown of an error: a code says more than the error it is the code of. */
function signInMessage(error: string | undefined, code: string | undefined): string | undefined {
  if (error === undefined) return undefined;
  return MESSAGES.get(code ?? '') ?? MESSAGES.get(error) ?? 'Signing in did not work. Please try again.';
}

export function signInContent({ csrfToken, callbackUrl, error, code, providers }: SignInPage): Html {
  const message = signInMessage(error, code);
  const hidden = html`<input type="hidden" name="csrfToken" value="${csrfToken}"><input type="hidden" name="callbackUrl" value="${callbackUrl}">`;
  const describedBy = message === undefined ? undefined : html` aria-describedby="error"`;
  return html`${message === undefined ? undefined : html`<p class="alert" role="alert" id="error">${message}</p>`}
<form method="post" action="/api/auth/callback/credentials">
${hidden}
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="255" required autofocus${describedBy}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required${describedBy}>
${code === 'TWO_FACTOR_REQUIRED' || code === 'TWO_FACTOR_INVALID' ? secondFactorFields : undefined}
<details>
<summary>I work for several organisations, or use the client portal</summary>
<label for="tenant">Organisation</label>
<input id="tenant" name="tenant" autocomplete="organization" maxlength="63" autocapitalize="none" spellcheck="false">
<label for="userType">Sign in as</label>
<select id="userType" name="userType">
<option value="">Whatever I am</option>
<option value="internal">Staff</option>
<option value="client">Client</option>
</select>
</details>
<button>Sign in</button>
</form>
<p class="after"><a href="/api/auth/forgot-password">Forgotten your password?</a></p>
${
  providers.length === 0
    ? undefined
    : html`<h2>Or sign in with</h2>${providers.map(
        ({ id, name }) => html`
<form method="post" action="/api/auth/signin/${encodeURIComponent(id)}">${hidden}<button class="other">${name}</button></form>`,
      )}`
}`;
}
