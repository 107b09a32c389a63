import type { ApiError } from '@psa/contract-kit';
import { ACCOUNT_PATH, twoFactorRoutes } from '@psa/contracts-identity';
import { type RawAnswer, toApiError } from '@psa/http-kit';
import { findTenantName } from '../../directory/tenant/tenant.records.ts';
import { authPageUrl, csrfTokenFor, goTo } from '../auth/auth-replies.ts';
import { qrCode } from '../qr-code/qr-code.ts';
import { authPage } from '../sign-in/pages/auth-page.ts';
import { html } from '../sign-in/pages/html.ts';
import { isUsableSecret, otpauthUrl } from '../two-factor/totp.rules.ts';
import { accountForm, type FormField } from './account-form.view.ts';
import type { AccountVisit } from './account-visit.ts';
import { codeField } from './proof-fields.ts';
import { SectionState } from './section-state.ts';

const tokenField: FormField = { ...codeField, hint: 'The six digits the app shows now.', isRequired: true };

/** The page with a new secret; whoever has the second factor on, or may not have one, is sent back. */
export async function newTwoFactorSetup(visit: AccountVisit): Promise<RawAnswer> {
  try {
    const { data } = await visit.call(twoFactorRoutes.setUpTwoFactor, { params: { id: visit.userId } });
    return setupPage(visit, { secret: data.secret, url: data.otpauth_url });
  } catch (thrown) {
    if (toApiError(thrown).status >= 500) throw thrown;
    return goTo(visit.request, `${authPageUrl(visit.ports.auth, 'account')}#two-factor`);
  }
}

/** The page again after a wrong code, with the secret the app has already. @returns undefined when the secret itself is no good */
export async function repeatTwoFactorSetup(visit: AccountVisit, secret: string, error: ApiError): Promise<RawAnswer | undefined> {
  if (error.code !== 'VALIDATION_ERROR' || !isUsableSecret(secret)) return undefined;
  return setupPage(visit, { secret, url: otpauthUrl(secret, await findTenantName(visit.db), visit.session.email) }, error);
}

function setupPage(visit: AccountVisit, { secret, url }: { secret: string; url: string }, error?: ApiError): RawAnswer {
  const { auth } = visit.ports;
  const csrf = csrfTokenFor(auth, visit.request);
  const failure = error && ({ section: 'two-factor', form: 'enable-two-factor', error, values: {} } as const);
  const state = new SectionState(csrf.token, undefined, failure);
  const code = qrCode(url, 'QR code for your authenticator app');
  const key = html`<code>${secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>`;
  return authPage({
    title: 'Set up two-factor authentication',
    status: error?.status ?? 200,
    cookies: csrf.cookies,
    formOrigins: [auth.publicUrl.origin],
    content: html`${
      code === undefined
        ? html`<p>Enter this key in an authenticator app: ${key}</p>`
        : html`<p>Scan this code with an authenticator app:</p>
${code}
<p>Or enter this key there: ${key}</p>`
    }
${accountForm(state, { id: 'enable-two-factor', action: 'two-factor', button: 'Turn on', hidden: { secret }, fields: [tokenField] })}
<p class="after"><a href="${ACCOUNT_PATH}#two-factor">Back to your account</a></p>`,
  });
}
