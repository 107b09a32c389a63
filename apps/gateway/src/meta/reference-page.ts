import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ACCOUNT_PATH } from '@psa/contracts-identity';
import { apiInfo } from '@psa/contract-kit/documents';
import { apiTags } from './api-documents.ts';
import { guides } from './guides.ts';
import { once } from './once.ts';
import { StaticFile } from './static-file.ts';

const ASSETS = '/api/v1/meta/docs/assets';
const HOUR = 'public, max-age=3600';
/** Addresses of parts change with their content. */
const FOREVER = 'public, max-age=31536000, immutable';

// Resolved at start: an image without the page's parts does not come up, instead of failing at the first reader.
const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Shows one tag at a time: that of the address, else that of an address within the page (`#/Tickets/createTicket`), else the first. */
const INITIALIZER = `
window.addEventListener('DOMContentLoaded', () => {
  const links = [...document.querySelectorAll('#tags a')];
  const named = (name) => links.find((link) => link.textContent === name);
  const query = new URLSearchParams(location.search);
  const shown = named(query.get('tag')) ?? named(decodeURIComponent(location.hash.split('/')[1] ?? '')) ?? links[0];
  const isWhole = query.has('all');
  (isWhole ? document.querySelector('#all') : shown).setAttribute('aria-current', 'page');
  if (!isWhole) document.title = shown.textContent + ' · ' + document.title;
  window.ui = SwaggerUIBundle({
    url: '/api/v1/meta/openapi' + (isWhole ? '' : '?tag=' + encodeURIComponent(shown.textContent)),
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: isWhole ? 'none' : 'list',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    filter: isWhole,
    tagsSorter: 'alpha',
    operationsSorter: 'alpha',
    tryItOutEnabled: true,
    validatorUrl: null,
  });
});
`.trimStart();

const STYLES = `
body { margin: 0; font-family: sans-serif; }
body > nav { padding: 0.75rem 1.25rem; }
main { display: grid; grid-template-columns: 15rem minmax(0, 1fr); }
#tags { padding: 0 1.25rem; line-height: 1.7; }
#tags ul { margin: 0; padding: 0; list-style: none; }
a { color: #1d4f91; }
a[aria-current] { color: inherit; font-weight: bold; text-decoration: none; }
@media (max-width: 60rem) { main { display: block; } #tags ul { columns: 12rem; } }
`.trimStart();

const fromPackage = (contentType: string, name: string) =>
  once(() => new StaticFile(contentType, readFileSync(join(swaggerUi, name)), FOREVER));

/** The parts of the page, by the only names that are served. */
const parts: Readonly<Record<string, () => StaticFile>> = {
  'swagger-ui.css': fromPackage('text/css; charset=utf-8', 'swagger-ui.css'),
  'swagger-ui-bundle.js': fromPackage('text/javascript; charset=utf-8', 'swagger-ui-bundle.js'),
  'favicon-32x32.png': fromPackage('image/png', 'favicon-32x32.png'),
  'reference.css': once(() => new StaticFile('text/css; charset=utf-8', STYLES, FOREVER)),
  'initializer.js': once(() => new StaticFile('text/javascript; charset=utf-8', INITIALIZER, FOREVER)),
};

/** A part of the page. @returns undefined for any other name */
export function referencePart(name: string): StaticFile | undefined {
  return Object.hasOwn(parts, name) ? parts[name]?.() : undefined;
}

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page itself; all of it comes from this gateway, as many clusters reach nothing else. */
export const referencePage = once(
  () => new StaticFile('text/html; charset=utf-8', html(), HOUR, { 'content-security-policy': CONTENT_SECURITY_POLICY }),
);

function html(): string {
  const { version } = JSON.parse(readFileSync(join(swaggerUi, 'package.json'), 'utf8')) as { version: string };
  const stamp = createHash('sha256')
    .update(version + INITIALIZER + STYLES)
    .digest('base64url')
    .slice(0, 8);
  const part = (name: string) => `${ASSETS}/${name}?v=${stamp}`;
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${apiInfo.title}</title>
  <link rel="icon" type="image/png" href="${part('favicon-32x32.png')}">
  <link rel="stylesheet" href="${part('swagger-ui.css')}">
  <link rel="stylesheet" href="${part('reference.css')}">
  <script src="${part('swagger-ui-bundle.js')}" defer></script>
  <script src="${part('initializer.js')}" defer></script>
</head>
<body>
  <nav aria-label="PSA"><a href="${ACCOUNT_PATH}">Your account</a>${guideLinks()}</nav>
  <main>
    <nav id="tags" aria-label="Operations">
      <ul>${tagLinks()}</ul>
      <p><a id="all" href="?all">All of them</a>, which takes longer</p>
    </nav>
    <div id="reference"></div>
  </main>
  <noscript>This page needs JavaScript. The same description is at <a href="/api/v1/meta/openapi">/api/v1/meta/openapi</a>.</noscript>
</body>
</html>
`;
}

function tagLinks(): string {
  return apiTags()
    .map((tag) => `<li><a href="?tag=${encodeURIComponent(tag)}">${tag}</a></li>`)
    .join('');
}

function guideLinks(): string {
  return guides()
    .map(({ title, href }) => ` · <a href="${href}">${title}</a>`)
    .join('');
}
