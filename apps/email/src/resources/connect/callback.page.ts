import { createHash } from 'node:crypto';
import { RawAnswer } from '@psa/http-kit';
import type { ConnectError } from './oauth.actions.ts';

/** Posts the result to the opener at the product's own origin and closes; a page without an opener redirects. */
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
  readonly provider: string;
  readonly providerId?: string | undefined;
  readonly error?: ConnectError | undefined;
  readonly errorDescription?: string | undefined;
  readonly next: string;
  /** The only origin that is told. */
  readonly origin: string;
}

/** The page a connection ends at. It holds no token. */
export function callbackPage({ provider, providerId, error, errorDescription, next, origin }: CallbackPage): RawAnswer {
  const success = error === undefined;
  const message = JSON.stringify({
    type: 'oauth-callback',
    provider,
    success,
    ...(providerId && { providerId }),
    ...(error && { error }),
    ...(errorDescription && { errorDescription }),
  });
  const title = success ? 'Mailbox connected' : 'The mailbox could not be connected';
  const html = `<!doctype html>
<html lang="en" data-message="${escape(message)}" data-origin="${escape(origin)}" data-next="${escape(next)}">
<head>
<meta charset="utf-8">
<meta name="robots" content="noindex">
<noscript><meta http-equiv="refresh" content="0; url=${escape(next)}"></noscript>
<title>${title}</title>
</head>
<body>
<p>${title}. ${escape(errorDescription === undefined ? '' : `${errorDescription}.`)} <a href="${escape(next)}">Continue</a></p>
<script>${SCRIPT}</script>
</body>
</html>
`;
  return RawAnswer.page(200, html, {
    headers: {
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; script-src ${SCRIPT_SOURCE}; base-uri 'none'; form-action 'none'; frame-ancestors ${origin}`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  });
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] as string);
