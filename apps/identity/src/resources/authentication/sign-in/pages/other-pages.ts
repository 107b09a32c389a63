import { type Html, html } from './html.ts';

export function signOutContent({ csrfToken, callbackUrl }: { csrfToken: string; callbackUrl: string }): Html {
  return html`<p>Do you want to sign out?</p>
<form method="post" action="/api/auth/signout">
<input type="hidden" name="csrfToken" value="${csrfToken}"><input type="hidden" name="callbackUrl" value="${callbackUrl}">
<button>Sign out</button>
</form>`;
}

export interface ErrorPage {
  readonly title: string;
  readonly status: number;
  readonly content: Html;
}

const ERRORS: Readonly<Record<string, { title: string; text: string; status: number }>> = {
  Configuration: { title: 'Something is wrong here', text: 'Signing in does not work because of how the server is set up.', status: 500 },
  AccessDenied: { title: 'Access denied', text: 'You are not allowed to sign in.', status: 403 },
  Verification: { title: 'The link is no longer good', text: 'It was used before, or it is too old.', status: 403 },
};
const OTHER = { title: 'Signing in did not work', text: 'Please try again.', status: 200 };

/** @param error of those that are shown; any other is told in general words */
export function errorPage(error: string | undefined): ErrorPage {
  const { title, text, status } = (error !== undefined && Object.hasOwn(ERRORS, error) ? ERRORS[error] : undefined) ?? OTHER;
  return {
    title,
    status,
    content: html`<p role="alert">${text}</p>
<a class="button" href="/api/auth/signin">Go to the sign-in page</a>`,
  };
}

export const verifyRequestContent = html`<p>A message with a link to sign in was sent to you.</p>`;
