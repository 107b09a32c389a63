import { createHash } from 'node:crypto';
import { RawAnswer } from '@psa/http-kit';
import { NO_STORE } from '../../auth/auth-replies.ts';
import { Html, html } from './html.ts';
import { STYLE, STYLE_SOURCE } from './style.ts';

export interface AuthPage {
  readonly title: string;
  readonly content: Html;
  readonly status?: number;
  readonly cookies?: readonly string[];
  /** Origins beside the page's own that its forms may lead to. */
  readonly formOrigins?: readonly string[];
  /** Wide enough for lists. */
  readonly isWide?: boolean;
  /** The one script of a page that needs one; every other is refused. */
  readonly script?: PageScript;
}

/** A script with the source expression that lets it in. */
export interface PageScript {
  readonly text: string;
  readonly source: string;
}

export function pageScript(text: string): PageScript {
  return { text, source: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
}

/** A page that works without scripts, and lets none in but the one it names. */
export function authPage({ title, content, status = 200, cookies = [], formOrigins = [], isWide, script }: AuthPage): RawAnswer {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main${isWide === true ? html` class="wide"` : undefined}>
<h1>${title}</h1>
${content}
</main>
${script && html`<script>${new Html(script.text)}</script>`}
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
    ...(script === undefined ? [] : [`script-src ${script.source}`]),
    ["form-action 'self'", ...formOrigins].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return RawAnswer.page(status, page.text, {
    cookies,
    headers: { ...NO_STORE, 'content-security-policy': policy, 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' },
  });
}
