import { defaultRmmSettings, type RmmIntegration } from '@psa/contracts-assets';
import type { ConnectorDescription } from '../../../ports/rmm-connector.ts';
import type { IntegrationRecord } from './rmm-integration.records.ts';

/** How a provider is connected; its key stays here. */
export function toIntegration({ id, name, capabilities }: ConnectorDescription, row: IntegrationRecord | undefined): RmmIntegration {
  const provider = { provider: id, name, capabilities: [...capabilities] };
  if (row === undefined) {
    return {
      ...provider,
      is_configured: false,
      instance_url: null,
      has_api_key: false,
      is_active: false,
      settings: defaultRmmSettings,
      sync_status: 'pending',
      last_sync_at: null,
      last_error: null,
      last_result: null,
      created_at: null,
      updated_at: null,
    };
  }
  const { instance_url, is_active, settings, sync_status, last_sync_at, last_error, last_result, created_at, updated_at } = row;
  return {
    ...provider,
    is_configured: true,
    instance_url,
    has_api_key: true,
    is_active,
    settings,
    sync_status,
    last_sync_at,
    last_error,
    last_result,
    created_at,
    updated_at,
  };
}
