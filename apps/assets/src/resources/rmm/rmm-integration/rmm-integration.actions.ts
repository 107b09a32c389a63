import { ApiError, invalidField, notFound } from '@psa/contract-kit';
import { defaultRmmSettings, rmmEvents, type SaveRmmIntegration } from '@psa/contracts-assets';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import type { Db, Ports } from '../../../assets-app.ts';
import { ConnectorError } from '../../../ports/rmm-connector.ts';
import { knownClients } from '../../../replicas/client-lookup.ts';
import { apiKeyOf, apiKeyPlace, offeredProvider } from './open-connector.ts';
import {
  deleteIntegrationRow,
  findIntegration,
  insertIntegration,
  type IntegrationRecord,
  lockIntegration,
  updateIntegrationRow,
} from './rmm-integration.records.ts';

/** Version of a provider that is not connected. */
export const NOT_CONNECTED = 0;

/** Connects a provider, or changes the connection. @throws VALIDATION_ERROR naming what an active connection fails by, PRECONDITION_FAILED */
export async function saveIntegration(
  db: Db,
  ports: Ports,
  provider: string,
  input: SaveRmmIntegration,
  accepted: Accepted,
): Promise<IntegrationRecord> {
  offeredProvider(ports, provider);
  const before = await findIntegration(db, provider);
  assertAccepted(before, accepted);
  const apiKey = input.api_key ?? (await storedKey(db, ports, before, input));
  const is_active = input.is_active ?? before?.is_active ?? true;
  await assertClients(db, input);
  await assertConnection(ports, provider, input.instance_url, is_active ? apiKey : undefined);

  return db.transaction(async (tx) => {
    const current = await lockIntegration(tx, provider);
    assertAccepted(current, accepted);
    // The attempt took its time: what it was made with must still be what is here.
    if (current?.updated_at !== before?.updated_at) throw new ApiError('PRECONDITION_FAILED');
    const members = {
      instance_url: input.instance_url,
      is_active,
      sealed_api_key: await ports.secrets.seal(tx, apiKey, apiKeyPlace(provider)),
      settings: JSON.stringify({ ...defaultRmmSettings, ...before?.settings, ...input.settings }),
    };
    const row =
      current === undefined
        ? await insertIntegration(tx, { provider, sync_status: 'pending', ...members })
        : await updateIntegrationRow(tx, provider, members);
    emit(tx, rmmEvents.configured, { provider, changed: Object.keys(input) }, row.version);
    return row;
  });
}

/** Disconnects a provider. @throws NOT_FOUND, PRECONDITION_FAILED */
export function deleteIntegration(db: Db, ports: Ports, provider: string, accepted: Accepted): Promise<void> {
  offeredProvider(ports, provider);
  return db.transaction(async (tx) => {
    const current = await lockIntegration(tx, provider);
    assertAccepted(current, accepted);
    if (current === undefined) throw notFound('Integration');
    await deleteIntegrationRow(tx, provider);
    emit(tx, rmmEvents.removed, { provider }, current.version + 1);
  });
}

function assertAccepted(integration: IntegrationRecord | undefined, accepted: Accepted): void {
  demandVersion(accepted, integration?.version ?? NOT_CONNECTED);
}

/** The key that is stored, for the server it was stored for: whoever may change settings must not make it go elsewhere. */
async function storedKey(db: Db, ports: Ports, before: IntegrationRecord | undefined, input: SaveRmmIntegration): Promise<string> {
  if (before === undefined) throw invalidField('api_key', 'is required', 'required');
  if (new URL(before.instance_url).origin !== new URL(input.instance_url).origin) {
    throw invalidField('api_key', 'is required for another server', 'required');
  }
  return apiKeyOf(db, ports, before);
}

/** @throws VALIDATION_ERROR naming the first client that is none of the tenant's */
async function assertClients(db: Db, { settings }: SaveRmmIntegration): Promise<void> {
  const clients = Object.entries(settings?.clients ?? {});
  const known = await knownClients(
    db,
    clients.map(([, clientId]) => clientId),
  );
  const unknown = clients.find(([, clientId]) => !known.has(clientId));
  if (unknown !== undefined) throw invalidField(['settings', 'clients', unknown[0]], 'is not a client of this tenant', 'unknown_reference');
}

/** @param apiKey tried against the server when given */
async function assertConnection(ports: Ports, provider: string, instanceUrl: string, apiKey: string | undefined): Promise<void> {
  try {
    ports.rmm.assertAddress(instanceUrl);
    if (apiKey !== undefined) await ports.rmm.open(provider, { instanceUrl, apiKey })?.testConnection();
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    if (error.fault === 'unauthorized') throw invalidField('api_key', 'is not accepted by the server', 'rejected');
    throw invalidField('instance_url', error.message, error.fault);
  }
}
