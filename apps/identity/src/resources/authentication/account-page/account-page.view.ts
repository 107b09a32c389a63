import { ApiError } from '@psa/contract-kit';
import { ACCOUNT_PATH } from '@psa/contracts-identity';
import type { RawAnswer } from '@psa/http-kit';
import { takeNotice } from '../account-notice/account-notice.ts';
import { csrfTokenFor } from '../auth/auth-replies.ts';
import { authPage } from '../sign-in/pages/auth-page.ts';
import { type Html, html } from '../sign-in/pages/html.ts';
import { providerOrigins } from '../sign-in/providers.ts';
import type { AccountVisit } from './account-visit.ts';
import { apiKeysSection } from './api-keys.section.ts';
import { connectedAccountsSection } from './connected-accounts.section.ts';
import { generalMessage } from './failure-messages.ts';
import { passkeysSection } from './passkeys.section.ts';
import { passwordSection } from './password.section.ts';
import { type AccountSection, type FormFailure, SectionState } from './section-state.ts';
import { sessionsSection } from './sessions.section.ts';
import { trustedDevicesSection } from './trusted-devices.section.ts';
import { twoFactorSection } from './two-factor.section.ts';

const SECTIONS: readonly AccountSection[] = [
  passwordSection,
  twoFactorSection,
  trustedDevicesSection,
  passkeysSection,
  connectedAccountsSection,
  sessionsSection,
  apiKeysSection,
];

/** The account page; after a form that was refused, with the status of the refusal. */
export async function accountPage(visit: AccountVisit, failure?: FormFailure): Promise<RawAnswer> {
  const { ports, request, session } = visit;
  const csrf = csrfTokenFor(ports.auth, request);
  const { notice, cookies } = await takeNotice(ports, request, session.session_id);
  const state = new SectionState(csrf.token, notice, failure);
  const shown = (await Promise.all(SECTIONS.map((section) => showSection(section, visit, state)))).filter((part) => part !== undefined);
  const unshown = state.unshownFailure;
  const name = [session.first_name, session.last_name].filter(Boolean).join(' ') || session.username;
  return authPage({
    title: 'Your account',
    status: failure?.error.status ?? 200,
    cookies: [...csrf.cookies, ...cookies],
    formOrigins: providerOrigins(ports),
    isWide: true,
    content: html`${unshown && html`<p class="alert" role="alert" tabindex="-1" autofocus>${generalMessage(unshown.error)}</p>`}
<p>Signed in as <strong>${name}</strong> (${session.email})</p>
<form method="post" action="/api/auth/signout">
<input type="hidden" name="csrfToken" value="${csrf.token}"><input type="hidden" name="callbackUrl" value="${ACCOUNT_PATH}">
<button class="other">Sign out</button>
</form>
<nav aria-label="Sections">
<ul class="links">${shown.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}<li><a href="/api/v1/meta/docs">API reference</a></li></ul>
</nav>
${shown.map(({ content }) => content)}`,
  });
}

async function showSection(
  { id, title, show }: AccountSection,
  visit: AccountVisit,
  state: SectionState,
): Promise<{ id: string; title: string; content: Html } | undefined> {
  const body = await show(visit, state).catch((error: unknown) => {
    // What the API refuses to this user, such as API keys to people of the client portal, is no part of their page.
    if (error instanceof ApiError && error.code === 'FORBIDDEN') return undefined;
    throw error;
  });
  if (body === undefined) return undefined;
  const notice = state.notice?.section === id ? state.notice : undefined;
  const content = html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${notice && drawNotice(notice.message, notice.isFailure === true, notice.secrets)}
${body}
</section>`;
  return { id, title, content };
}

function drawNotice(message: string, isFailure: boolean, secrets: readonly string[] = []): Html {
  if (isFailure) return html`<p class="alert" role="alert">${message}</p>`;
  if (secrets.length === 0) return html`<p class="done" role="status">${message}</p>`;
  const [only = ''] = secrets;
  return html`<div class="done" role="status"><p>${message}</p>
${
  secrets.length === 1
    ? html`<p><code>${only}</code></p>`
    : html`<ol class="codes">${secrets.map((secret) => html`<li><code>${secret}</code></li>`)}</ol>`
}
</div>`;
}
