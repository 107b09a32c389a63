import { passkeyRoutes } from '@psa/contracts-identity';
import { type Html, html } from '../sign-in/pages/html.ts';
import { foldedForm } from './account-form.view.ts';
import type { AccountVisit } from './account-visit.ts';
import { given } from './given.ts';
import { type Item, itemList, moment } from './items.view.ts';
import { proofFields } from './proof-fields.ts';
import type { AccountSection, Done, SectionState } from './section-state.ts';

const MAX_NAME = 100;

export const passkeysSection: AccountSection = { id: 'passkeys', title: 'Passkeys', show };

async function show(visit: AccountVisit, state: SectionState): Promise<Html> {
  const [{ data }, proofs] = await Promise.all([visit.call(passkeyRoutes.listPasskeys, { params: { id: visit.userId } }), visit.proofs()]);
  const items = data.map((passkey): Item => {
    const { passkey_id, name, last_used_at } = passkey;
    return {
      name,
      facts: [
        html`added ${moment(passkey.created_at)}`,
        last_used_at === null ? html`never used` : html`last used ${moment(last_used_at)}`,
        passkey.device_type === 'multiDevice' ? html`synchronized` : html`on one device`,
      ],
      forms: [
        foldedForm(state, 'Rename', {
          id: `rename-${passkey_id}`,
          action: `passkeys/${passkey_id}/rename`,
          button: 'Rename passkey',
          about: name,
          fields: [{ name: 'name', label: 'Name', value: name, maxLength: MAX_NAME, isRequired: true }],
          isSecondary: true,
        }),
        foldedForm(
          state,
          'Remove',
          { id: `remove-${passkey_id}`, action: `passkeys/${passkey_id}/remove`, button: 'Remove passkey', about: name },
          'It no longer signs you in. Your other sessions end.',
        ),
      ],
    };
  });
  return html`<p>A passkey signs you in with your fingerprint, face or screen lock.</p>
${items.length === 0 ? undefined : itemList(items)}
${foldedForm(
  state,
  'Add a passkey',
  { id: 'add-passkey', action: 'passkeys/options', button: 'Continue', fields: proofFields(proofs) },
  'This takes a browser with JavaScript turned on.',
)}`;
}

export async function createPasskey(
  visit: AccountVisit,
  form: { name?: string | undefined; challenge_token?: string | undefined; response?: string | undefined },
): Promise<Done> {
  const name = given(form.name);
  const { data } = await visit.call(passkeyRoutes.createPasskey, {
    params: { id: visit.userId },
    body: { challenge_token: form.challenge_token, response: madeByBrowser(form.response), ...(name !== undefined && { name }) },
  });
  return { message: `The passkey “${data.name}” was added.` };
}

/** @returns undefined when it is no JSON, which the API refuses */
function madeByBrowser(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '') as unknown;
  } catch {
    return undefined;
  }
}

export async function renamePasskey(visit: AccountVisit, passkeyId: string, name: string | undefined): Promise<Done> {
  await visit.call(passkeyRoutes.updatePasskey, { params: { id: visit.userId, passkeyId }, body: { name: name ?? '' } });
  return { message: 'The passkey was renamed.' };
}

export async function removePasskey(visit: AccountVisit, passkeyId: string): Promise<Done> {
  await visit.call(passkeyRoutes.deletePasskey, { params: { id: visit.userId, passkeyId } });
  return { message: 'The passkey was removed.' };
}
