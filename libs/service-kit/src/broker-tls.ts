import type { BrokerTls } from '@psa/events-kit';
import { SettingsError } from './settings.ts';

/**
 * TLS to NATS as the settings say.
 * @throws SettingsError for a certificate without its key or the other way round, and for either without an authority: the connection
 *   would be plain, or the certificate not shown, where its operator thinks it is
 */
export function brokerTls(settings: {
  readonly PSA_NATS_TLS_CA?: string | undefined;
  readonly PSA_NATS_TLS_CERT?: string | undefined;
  readonly PSA_NATS_TLS_KEY?: string | undefined;
}): { tls?: BrokerTls } {
  const { PSA_NATS_TLS_CA: caFile, PSA_NATS_TLS_CERT: certFile, PSA_NATS_TLS_KEY: keyFile } = settings;
  if ((certFile === undefined) !== (keyFile === undefined)) throw new SettingsError('PSA_NATS_TLS_CERT and PSA_NATS_TLS_KEY go together');
  if (caFile === undefined && certFile !== undefined) throw new SettingsError('PSA_NATS_TLS_CERT needs PSA_NATS_TLS_CA');
  if (caFile === undefined) return {};
  return { tls: { caFile, ...(certFile !== undefined && keyFile !== undefined && { certFile, keyFile }) } };
}
