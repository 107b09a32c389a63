import type { RawAnswer } from '@psa/http-kit';
import { authPage } from '../sign-in/pages/auth-page.ts';
import { type Html, html } from '../sign-in/pages/html.ts';
import type { TokenPurpose } from './account-token.records.ts';

interface LinkPage {
  readonly title: string;
  readonly action: string;
  readonly done: string;
}

export const LINK_PAGES: Readonly<Record<TokenPurpose, LinkPage>> = {
  password_reset: {
    title: 'Choose a new password',
    action: '/api/auth/reset-password',
    done: 'Your password was changed, and you were signed out everywhere.',
  },
  invitation: { title: 'Choose a password', action: '/api/auth/accept-invitation', done: 'Your password is set.' },
};

const alert = (message: string | undefined): Html | undefined =>
  message === undefined ? undefined : html`<p class="alert" role="alert" id="error">${message}</p>`;

const toSignIn = html`<a class="button" href="/api/auth/signin">Go to the sign-in page</a>`;

export function forgotPasswordPage(failure?: { message: string; status: number }): RawAnswer {
  return authPage({
    title: 'Forgotten your password?',
    status: failure?.status ?? 200,
    content: html`${alert(failure?.message)}
<p>We send you a link to choose a new one by.</p>
<form method="post" action="/api/auth/forgot-password">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="255" required autofocus>
<button>Send the link</button>
</form>
<p class="after"><a href="/api/auth/signin">Back to the sign-in page</a></p>`,
  });
}

export function linkSentPage(): RawAnswer {
  return authPage({
    title: 'Look into your mail',
    status: 202,
    content: html`<p role="status">If there is an account with this address, a link was sent to it. It is good for one hour.</p>`,
  });
}

export function choosePasswordPage(purpose: TokenPurpose, token: string, failure?: { message: string; status: number }): RawAnswer {
  const { title, action } = LINK_PAGES[purpose];
  const describedBy = failure === undefined ? html` aria-describedby="hint"` : html` aria-describedby="error hint" aria-invalid="true"`;
  return authPage({
    title,
    status: failure?.status ?? 200,
    content: html`${alert(failure?.message)}
<form method="post" action="${action}">
<input type="hidden" name="token" value="${token}">
<label for="new_password">New password</label>
<input id="new_password" name="new_password" type="password" autocomplete="new-password" minlength="8" maxlength="128" required autofocus${describedBy}>
<p class="hint" id="hint">8 characters at least; the longer the better.</p>
<label for="confirm_password">The same again</label>
<input id="confirm_password" name="confirm_password" type="password" autocomplete="new-password" minlength="8" maxlength="128" required>
<button>${title}</button>
</form>`,
  });
}

export function badLinkPage(message: string): RawAnswer {
  return authPage({
    title: 'The link is no longer good',
    status: 400,
    content: html`<p role="alert">${message}.</p>
<a class="button" href="/api/auth/forgot-password">Ask for a new one</a>`,
  });
}

export function passwordChosenPage(purpose: TokenPurpose): RawAnswer {
  return authPage({
    title: 'Done',
    content: html`<p role="status">${LINK_PAGES[purpose].done}</p>
${toSignIn}`,
  });
}
