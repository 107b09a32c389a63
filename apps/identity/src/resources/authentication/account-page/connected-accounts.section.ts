import { notFound } from '@psa/contract-kit';
import { oauthRoutes } from '@psa/contracts-identity';
import type { RawAnswer } from '@psa/http-kit';
import { type Html, html } from '../sign-in/pages/html.ts';
import { findProvider } from '../sign-in/providers.ts';
import { demandAvailableProof } from '../two-factor/proof.actions.ts';
import { foldedForm } from './account-form.view.ts';
import type { AccountVisit } from './account-visit.ts';
import { type Item, itemList, moment } from './items.view.ts';
import { givenProof, proofFields } from './proof-fields.ts';
import type { AccountSection, Done, SectionState } from './section-state.ts';

export const connectedAccountsSection: AccountSection = { id: 'connected-accounts', title: 'Connected accounts', show };

async function show(visit: AccountVisit, state: SectionState): Promise<Html | undefined> {
  const { providers } = visit.ports;
  const [{ data }, proofs] = await Promise.all([
    visit.call(oauthRoutes.listOauthAccounts, { params: { id: visit.userId } }),
    visit.proofs(),
  ]);
  const connected = new Set(data.map(({ provider }) => provider));
  const others = providers.filter(({ id, connect }) => connect !== undefined && !connected.has(id));
  if (data.length === 0 && others.length === 0) return undefined;
  const items = data.map((account): Item => {
    const { oauth_account_id, provider } = account;
    const name = providers.find(({ id }) => id === provider)?.name ?? provider;
    return {
      name,
      facts: [
        html`${account.email ?? 'unknown address'}`,
        html`connected ${moment(account.created_at)}`,
        html`last used ${moment(account.last_used_at)}`,
      ],
      forms: [
        foldedForm(
          state,
          'Disconnect',
          {
            id: `disconnect-${oauth_account_id}`,
            action: `connected-accounts/${oauth_account_id}/disconnect`,
            button: 'Disconnect account',
            about: name,
          },
          'It no longer signs you in.',
        ),
      ],
    };
  });
  return html`<p>Sign in with an account you have elsewhere.</p>
${items.length === 0 ? undefined : itemList(items)}
${others.map(({ id, name }) =>
  foldedForm(state, `Connect ${name}`, {
    id: `connect-${id}`,
    action: `connected-accounts/${encodeURIComponent(id)}/connect`,
    button: `Continue to ${name}`,
    fields: proofFields(proofs),
  }),
)}`;
}

/** Sends the user to a provider to connect an account there. @throws NOT_FOUND, VALIDATION_ERROR naming the missing or wrong proof */
export async function connect(visit: AccountVisit, providerId: string, form: Parameters<typeof givenProof>[0]): Promise<RawAnswer> {
  const { db, ports, request, session, tenant, userId } = visit;
  const provider = findProvider(ports, providerId);
  if (provider?.connect === undefined) throw notFound('Provider');
  await demandAvailableProof(db, ports, session, givenProof(form));
  return provider.connect(ports, request, { tenant, userId, sessionId: session.session_id });
}

export async function disconnect(visit: AccountVisit, accountId: string): Promise<Done> {
  await visit.call(oauthRoutes.unlinkOauthAccount, { params: { id: visit.userId, accountId } });
  return { message: 'The account was disconnected.' };
}
