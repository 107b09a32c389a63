import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ACCOUNT_PATH } from '@psa/contracts-identity';
import { apiInfo } from '@psa/contract-kit/documents';
import { guides } from './guides.ts';
import { once } from './once.ts';
import { StaticFile } from './static-file.ts';

const ASSETS = '/api/v1/meta/docs/assets';
const HOUR = 'public, max-age=3600';
/** Addresses of parts change with their content. */
const FOREVER = 'public, max-age=31536000, immutable';

// Resolved at start: an image without the page's parts does not come up, instead of failing at the first reader.
const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const INITIALIZER = `
window.addEventListener('DOMContentLoaded', () => {
  window.ui = SwaggerUIBundle({
    url: '/api/v1/meta/openapi',
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    filter: true,
    tagsSorter: 'alpha',
    operationsSorter: 'alpha',
    tryItOutEnabled: true,
    validatorUrl: null,
  });
});
`.trimStart();

const fromPackage = (contentType: string, name: string) =>
  once(() => new StaticFile(contentType, readFileSync(join(swaggerUi, name)), FOREVER));

/** The parts of the page, by the only names that are served. */
const parts: Readonly<Record<string, () => StaticFile>> = {
  'swagger-ui.css': fromPackage('text/css; charset=utf-8', 'swagger-ui.css'),
  'swagger-ui-bundle.js': fromPackage('text/javascript; charset=utf-8', 'swagger-ui-bundle.js'),
  'favicon-32x32.png': fromPackage('image/png', 'favicon-32x32.png'),
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
    .update(version + INITIALIZER)
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
  <script src="${part('swagger-ui-bundle.js')}" defer></script>
  <script src="${part('initializer.js')}" defer></script>
</head>
<body>
  <nav aria-label="PSA"><a href="${ACCOUNT_PATH}">Your account</a>${guideLinks()}</nav>
  <div id="reference"></div>
  <noscript>This page needs JavaScript. The same description is at <a href="/api/v1/meta/openapi">/api/v1/meta/openapi</a>.</noscript>
</body>
</html>
`;
}

function guideLinks(): string {
  return guides()
    .map(({ title, href }) => ` · <a href="${href}">${title}</a>`)
    .join('');
}
