import { createHash } from 'node:crypto';
import { RawAnswer } from '@psa/http-kit';
import { NO_STORE } from '../auth/auth-replies.ts';
import { html, Html } from '../sign-in/pages/html.ts';

/** What the page that opened the sign-in is told. Neither codes nor tokens are its business. */
export interface OauthCallbackMessage {
  readonly type: 'oauth-callback';
  readonly provider: string;
  readonly success: boolean;
  readonly error?: string;
  readonly error_description?: string;
}

/** Tells whoever opened the page, at the one origin there is, and closes; a page nobody opened goes on by itself. */
const SCRIPT = `
const { message, origin, next } = document.documentElement.dataset;
const target = window.opener ?? (window.parent === window ? null : window.parent);
if (target === null) location.replace(next);
else {
  target.postMessage(JSON.parse(message), origin);
  window.close();
  setTimeout(() => location.replace(next), 1000);
}
`;
const SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;

export interface CallbackPage {
  readonly message: OauthCallbackMessage;
  /** Where to go on when the page was not opened by another. */
  readonly next: string;
  /** The only origin that is told. */
  readonly origin: string;
  readonly cookies: readonly string[];
}

/** The page a sign-in with a provider ends at. */
export function callbackPage({ message, next, origin, cookies }: CallbackPage): RawAnswer {
  const page = html`<!doctype html>
<html lang="en" data-message="${JSON.stringify(message)}" data-origin="${origin}" data-next="${next}">
<head>
<meta charset="utf-8">
<meta name="robots" content="noindex">
<noscript><meta http-equiv="refresh" content="0; url=${next}"></noscript>
<title>${message.success ? 'Signed in' : 'Signing in did not work'}</title>
</head>
<body>
<p>${message.success ? 'You are signed in.' : 'Signing in did not work.'} <a href="${next}">Go on</a></p>
<script>${new Html(SCRIPT)}</script>
</body>
</html>
`;
  const policy = `default-src 'none'; script-src ${SCRIPT_SOURCE}; base-uri 'none'; form-action 'none'; frame-ancestors ${origin}`;
  return RawAnswer.page(200, page.text, {
    cookies,
    headers: { ...NO_STORE, 'content-security-policy': policy, 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' },
  });
}
