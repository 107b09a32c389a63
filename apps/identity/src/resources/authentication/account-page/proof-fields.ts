import type { Proofs } from '../two-factor/proof.actions.ts';
import type { FormField } from './account-form.view.ts';
import { given } from './given.ts';

const MAX_CODE = 64;
const MAX_PASSWORD = 128;

export const codeField: FormField = {
  name: 'token',
  label: 'Code',
  kind: 'code',
  hint: 'From your authenticator app, or one of your recovery codes.',
  maxLength: MAX_CODE,
  faults: {
    invalid_token: 'The code is wrong, or it was used before.',
    required: 'Enter a code or your password.',
    too_small: 'Enter a code.',
  },
};

/** Asks users to prove themselves with whatever they have. */
export function proofFields({ hasCode, hasPassword }: Proofs): FormField[] {
  const password: FormField = {
    name: 'password',
    label: 'Password',
    kind: 'password',
    ...(hasCode && { hint: 'Instead of a code.' }),
    autocomplete: 'current-password',
    maxLength: MAX_PASSWORD,
    isRequired: !hasCode,
  };
  return [...(hasCode ? [{ ...codeField, isRequired: !hasPassword }] : []), ...(hasPassword ? [password] : [])];
}

/** What of a proof was entered. */
export function givenProof(form: { token?: string | undefined; password?: string | undefined }): { token?: string; password?: string } {
  const [token, password] = [given(form.token), form.password || undefined];
  return { ...(token !== undefined && { token }), ...(password !== undefined && { password }) };
}
