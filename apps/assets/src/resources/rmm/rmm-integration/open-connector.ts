import { ApiError, conflict, notFound } from '@psa/contract-kit';
import type { SecretPlace } from '@psa/secrets-kit';
import type { Db, Ports } from '../../../assets-app.ts';
import { COMMUNITY_MESSAGE } from '../../../connectors/null-connector.ts';
import { ConnectorError, type ConnectorDescription, type RmmConnector } from '../../../ports/rmm-connector.ts';
import { findIntegration, type IntegrationRecord } from './rmm-integration.records.ts';

/** A provider that can be connected. @throws FORBIDDEN in the community edition, NOT_FOUND */
export function offeredProvider(ports: Ports, provider: string): ConnectorDescription {
  if (ports.rmm.edition === 'community') throw new ApiError('FORBIDDEN', COMMUNITY_MESSAGE);
  const description = ports.rmm.offered.find(({ id }) => id === provider);
  if (description === undefined) throw notFound('Provider');
  return description;
}

/** Where a tenant's key to a provider is sealed for. */
export function apiKeyPlace(provider: string): SecretPlace {
  return { table: 'rmm_integrations', column: 'sealed_api_key', row: provider };
}

/** The key of an integration. @throws CONFLICT when it can no longer be read */
export async function apiKeyOf(db: Db, ports: Ports, { provider, sealed_api_key }: IntegrationRecord): Promise<string> {
  try {
    return await ports.secrets.open(db, sealed_api_key, apiKeyPlace(provider));
  } catch {
    throw conflict('The key of the integration can no longer be read: connect the provider again');
  }
}

/** The connector of an integration. */
export async function connectorOf(db: Db, ports: Ports, integration: IntegrationRecord): Promise<RmmConnector> {
  const apiKey = await apiKeyOf(db, ports, integration);
  const connector = ports.rmm.open(integration.provider, { instanceUrl: integration.instance_url, apiKey });
  if (connector === undefined) throw notFound('Provider');
  return connector;
}

/** The connector of a provider the tenant has connected. @throws NOT_FOUND, CONFLICT when it is switched off */
export async function requireConnector(
  db: Db,
  ports: Ports,
  provider: string,
): Promise<{ connector: RmmConnector; integration: IntegrationRecord }> {
  offeredProvider(ports, provider);
  const integration = await findIntegration(db, provider);
  if (integration === undefined) throw notFound('Integration');
  if (!integration.is_active) throw conflict('The integration is not active');
  return { connector: await connectorOf(db, ports, integration), integration };
}

/** What a connector threw, as an answer. */
export function toAnswer(thrown: unknown): unknown {
  if (!(thrown instanceof ConnectorError)) return thrown;
  const { fault, message } = thrown;
  if (fault === 'refused') return new ApiError('BAD_REQUEST', message);
  if (fault === 'not_found') return notFound('Device');
  if (fault === 'unauthorized') return conflict(`${message}: connect the provider again`);
  if (fault === 'forbidden_address') return conflict(`The address of the provider ${message}`);
  return new ApiError('BAD_GATEWAY', message);
}
