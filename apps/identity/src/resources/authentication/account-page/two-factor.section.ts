import { ACCOUNT_PATH, twoFactorRoutes } from '@psa/contracts-identity';
import { type Html, html } from '../sign-in/pages/html.ts';
import { foldedForm } from './account-form.view.ts';
import type { AccountVisit } from './account-visit.ts';
import { given } from './given.ts';
import { moment } from './items.view.ts';
import { codeField, givenProof, proofFields } from './proof-fields.ts';
import type { AccountSection, Done, SectionState } from './section-state.ts';

const KEEP_CODES = 'Keep these recovery codes in a safe place: each replaces a code once, and they are not shown again.';

export const twoFactorSection: AccountSection = { id: 'two-factor', title: 'Two-factor authentication', show };

async function show(visit: AccountVisit, state: SectionState): Promise<Html> {
  const [{ data }, proofs] = await Promise.all([
    visit.call(twoFactorRoutes.getTwoFactor, { params: { id: visit.userId } }),
    visit.proofs(),
  ]);
  if (!data.enabled) {
    return html`<p>Off. With it on, signing in by password also takes a code from your phone.</p>
<p><a class="button" href="${ACCOUNT_PATH}/two-factor">Set up two-factor authentication</a></p>`;
  }
  const left = data.recovery_codes_left === 1 ? '1 recovery code' : `${data.recovery_codes_left} recovery codes`;
  return html`<p>On${data.enabled_at === null ? undefined : html` since ${moment(data.enabled_at)}`}. You have ${left} left.</p>
${foldedForm(
  state,
  'Get new recovery codes',
  {
    id: 'renew-codes',
    action: 'two-factor/recovery-codes',
    button: 'Replace recovery codes',
    fields: [{ ...codeField, isRequired: true }],
  },
  'The recovery codes you have now stop working.',
)}
${foldedForm(
  state,
  'Turn off two-factor authentication',
  {
    id: 'disable-two-factor',
    action: 'two-factor/disable',
    button: 'Turn off',
    about: 'two-factor authentication',
    fields: proofFields(proofs),
  },
  'Signing in will take your password alone. Your other sessions end, and your trusted devices are forgotten.',
)}`;
}

export async function enableTwoFactor(
  visit: AccountVisit,
  form: { secret?: string | undefined; token?: string | undefined },
): Promise<Done> {
  const { data } = await visit.call(twoFactorRoutes.enableTwoFactor, {
    params: { id: visit.userId },
    body: { secret: form.secret ?? '', token: given(form.token) ?? '' },
  });
  return { message: `Two-factor authentication is on. ${KEEP_CODES}`, secrets: data.recovery_codes };
}

export async function disableTwoFactor(visit: AccountVisit, form: Parameters<typeof givenProof>[0]): Promise<Done> {
  await visit.call(twoFactorRoutes.disableTwoFactor, { params: { id: visit.userId }, body: givenProof(form) });
  return { message: 'Two-factor authentication is off.' };
}

export async function renewRecoveryCodes(visit: AccountVisit, token: string | undefined): Promise<Done> {
  const { data } = await visit.call(twoFactorRoutes.renewRecoveryCodes, {
    params: { id: visit.userId },
    body: { token: given(token) ?? '' },
  });
  return { message: KEEP_CODES, secrets: data.recovery_codes };
}
