import { invalidField } from '@psa/contract-kit';
import type { SaveOutboundSettings } from '@psa/contracts-email';
import { type Accepted, demandVersion } from '@psa/http-kit';
import type { Db, Ports } from '../../email-app.ts';
import { isFreemail } from '../../replicas/people.ts';
import { findProvider } from '../provider/provider.records.ts';
import {
  DEFAULT_SETTINGS,
  insertSettings,
  lockSettings,
  passwordPlace,
  readSettings,
  type SettingsRecord,
  updateSettings,
} from './settings.records.ts';

/** Changes how mail leaves. @throws VALIDATION_ERROR, PRECONDITION_FAILED */
export async function saveSettings(db: Db, ports: Ports, input: SaveOutboundSettings, accepted: Accepted): Promise<SettingsRecord> {
  const freemail = Object.keys(input.client_domains ?? {}).find(isFreemail);
  if (freemail !== undefined) throw invalidField(['client_domains', freemail], 'is used by people of many companies', 'freemail');
  await requireClients(db, ports, input.client_domains);
  return db.transaction(async (tx) => {
    const current = await lockSettings(tx);
    const before = current ?? DEFAULT_SETTINGS;
    demandVersion(accepted, before.version);
    if (input.provider_id && (await findProvider(tx, input.provider_id)) === undefined)
      throw invalidField('provider_id', 'is not a mailbox of this tenant', 'unknown_reference');
    const { smtp_password, client_domains, ...plain } = input;
    const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)) as typeof plain;
    const host = given.smtp_host === undefined ? before.smtp_host : given.smtp_host;
    // A password goes to no other server than the one it was given for.
    const isMoved = host !== before.smtp_host;
    if (isMoved && host !== null && before.sealed_smtp_password !== null && smtp_password === undefined)
      throw invalidField('smtp_password', 'is required for another server', 'required');
    const { version: _version, updated_at: _updated, client_domains: domains, ...rest } = withoutKeys(before);
    const members = {
      ...rest,
      ...given,
      client_domains: JSON.stringify(client_domains ?? domains),
      sealed_smtp_password:
        smtp_password === undefined
          ? isMoved
            ? null
            : before.sealed_smtp_password
          : await ports.secrets.seal(tx, smtp_password, passwordPlace),
    };
    return current === undefined ? insertSettings(tx, members) : updateSettings(tx, members);
  });
}

/** Checks the clients of domains that are new or changed. @throws VALIDATION_ERROR naming the domain */
async function requireClients(db: Db, { clients }: Ports, domains: SaveOutboundSettings['client_domains']): Promise<void> {
  if (domains === undefined) return;
  const { client_domains: before } = await readSettings(db);
  const added = Object.entries(domains).filter(([domain, clientId]) => (before as Record<string, string>)[domain] !== clientId);
  if (added.length === 0) return;
  const unknown = new Set(await clients.unknown(db.context, [...new Set(added.map(([, clientId]) => clientId))]));
  const wrong = added.find(([, clientId]) => unknown.has(clientId));
  if (wrong !== undefined) throw invalidField(['client_domains', wrong[0]], 'is not a client of this tenant', 'unknown_reference');
}

function withoutKeys(row: SettingsRecord | typeof DEFAULT_SETTINGS) {
  const { tenant: _tenant, scope: _scope, created_at: _created, ...rest } = row as SettingsRecord;
  return rest;
}
