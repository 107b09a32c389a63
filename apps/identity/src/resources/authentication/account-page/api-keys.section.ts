import { apiKeyLifetimes, apiKeyRoutes, type CreateApiKeyForm } from '@psa/contracts-identity';
import { type Html, html } from '../sign-in/pages/html.ts';
import { type AccountForm, foldedForm } from './account-form.view.ts';
import type { AccountVisit } from './account-visit.ts';
import { given, givenEntries } from './given.ts';
import { type Item, itemList, moment } from './items.view.ts';
import type { AccountSection, Done, SectionState } from './section-state.ts';

/** Keys shown; whoever has more finds the rest through the API. */
const MAX_SHOWN = 100;
const DAY_MS = 86_400_000;

type Lifetime = (typeof apiKeyLifetimes)[number];
const lifetimeName = (lifetime: Lifetime) => (lifetime === 'never' ? 'Never' : `In ${lifetime} days`);

const createForm: AccountForm = {
  id: 'create-key',
  action: 'api-keys',
  button: 'Create API key',
  fields: [
    {
      name: 'description',
      label: 'Name',
      hint: 'What the key is for, such as the program that uses it.',
      maxLength: 255,
      isRequired: true,
    },
    { name: 'expires_in', label: 'Expires', choices: apiKeyLifetimes.map((value) => [value, lifetimeName(value)]), value: '90' },
    {
      name: 'scope',
      label: 'Scope',
      choices: [
        ['all', 'Everything you can do'],
        ['read', 'Read only'],
        ['chosen', 'Only the permissions listed below'],
      ],
      value: 'all',
    },
    { name: 'permissions', label: 'Permissions', hint: 'One per line, such as asset:read.', kind: 'lines', maxLength: 4096 },
    {
      name: 'ip_ranges',
      label: 'Networks',
      hint: 'Addresses and networks the key can be used from, one per line, such as 192.0.2.0/24. Leave empty for any.',
      kind: 'lines',
      maxLength: 4096,
    },
  ],
};

export const apiKeysSection: AccountSection = { id: 'api-keys', title: 'API keys', show };

async function show(visit: AccountVisit, state: SectionState): Promise<Html> {
  const query = { active: 'true', limit: String(MAX_SHOWN) };
  const { data, pagination } = await visit.call(apiKeyRoutes.listApiKeys, { query });
  const more = (pagination.total ?? 0) - data.length;
  const items = data.map((key): Item => {
    const name = key.description ?? 'Unnamed key';
    return {
      name,
      facts: [
        html`<code>psa_${key.key_id}_…</code>`,
        html`created ${moment(key.created_at)}`,
        key.last_used_at === null ? html`never used` : html`last used ${moment(key.last_used_at)}`,
        key.expires_at === null ? html`does not expire` : html`expires ${moment(key.expires_at)}`,
        html`${scopeOf(key.permissions)}`,
        ...(key.ip_ranges === null ? [] : [html`only from ${key.ip_ranges.join(', ')}`]),
      ],
      forms: [
        foldedForm(
          state,
          'Revoke',
          { id: `revoke-${key.api_key_id}`, action: `api-keys/${key.api_key_id}/revoke`, button: 'Revoke API key', about: name },
          'Programs that use this key stop working at once. This cannot be undone.',
        ),
      ],
    };
  });
  return html`${items.length === 0 ? html`<p>You have no API keys.</p>` : itemList(items)}
${more > 0 ? html`<p>${String(more)} more are not shown here.</p>` : undefined}
${foldedForm(state, 'Create an API key', createForm)}`;
}

function scopeOf(permissions: readonly string[] | null): string {
  if (permissions === null) return 'everything you can do';
  const [only = ''] = permissions;
  return permissions.length === 1 ? only : `${permissions.length} permissions`;
}

/** Creates a key of the user's own. */
export async function createKey(visit: AccountVisit, form: CreateApiKeyForm): Promise<Done> {
  const { expires_in = 'never', scope = 'all' } = form;
  const expires_at = expires_in === 'never' ? undefined : new Date(Date.now() + Number(expires_in) * DAY_MS).toISOString();
  const ip_ranges = givenEntries(form.ip_ranges);
  const { data } = await visit.call(apiKeyRoutes.createApiKey, {
    body: {
      description: given(form.description) ?? null,
      ...(expires_at !== undefined && { expires_at }),
      ...(scope === 'chosen' && { permissions: givenEntries(form.permissions) }),
      ...(scope === 'read' && { permissions: [...visit.principal.permissions].filter((name) => name.endsWith(':read')) }),
      ...(ip_ranges.length > 0 && { ip_ranges }),
    },
  });
  return { message: 'The API key was created. Copy it now: it is not shown again.', secrets: [data.api_key] };
}

export async function revokeKey(visit: AccountVisit, id: string): Promise<Done> {
  await visit.call(apiKeyRoutes.revokeApiKey, { params: { id } });
  return { message: 'The API key was revoked.' };
}
