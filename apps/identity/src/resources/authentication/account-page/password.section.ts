import { passwordRoutes } from '@psa/contracts-identity';
import { type Html, html } from '../sign-in/pages/html.ts';
import { type AccountForm, foldedForm } from './account-form.view.ts';
import type { AccountVisit } from './account-visit.ts';
import type { AccountSection, Done, SectionState } from './section-state.ts';

const newPassword = { kind: 'password', autocomplete: 'new-password', maxLength: 128, isRequired: true } as const;

const changeForm: AccountForm = {
  id: 'change-password',
  action: 'password',
  button: 'Change password',
  fields: [
    {
      name: 'current_password',
      label: 'Current password',
      kind: 'password',
      autocomplete: 'current-password',
      maxLength: 128,
      isRequired: true,
      faults: { wrong_password: 'Current password is not correct.' },
    },
    { name: 'new_password', label: 'New password', hint: 'At least 8 characters; the longer the better.', ...newPassword },
    { name: 'confirm_password', label: 'Confirm password', ...newPassword, faults: { mismatch: 'The passwords do not match.' } },
  ],
};

export const passwordSection: AccountSection = { id: 'password', title: 'Password', show };

async function show(visit: AccountVisit, state: SectionState): Promise<Html> {
  const { hasPassword } = await visit.proofs();
  if (!hasPassword) {
    return html`<p>You have no password. <a href="/api/auth/forgot-password">Get a link to choose one</a></p>`;
  }
  return html`${foldedForm(state, 'Change your password', changeForm, 'Your other sessions end, and your trusted devices are forgotten.')}
<p class="after"><a href="/api/auth/forgot-password">Forgotten your password?</a></p>`;
}

export async function changePassword(
  visit: AccountVisit,
  form: { current_password?: string | undefined; new_password?: string | undefined; confirm_password?: string | undefined },
): Promise<Done> {
  const { current_password = '', new_password = '', confirm_password = '' } = form;
  await visit.call(passwordRoutes.changePassword, {
    params: { id: visit.userId },
    body: { current_password, new_password, confirm_password },
  });
  return { message: 'Your password was changed.' };
}
