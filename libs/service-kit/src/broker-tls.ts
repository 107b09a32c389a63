import type { BrokerTls } from '@psa/events-kit';

/** What the settings say of TLS to NATS. */
export function brokerTls(settings: {
  readonly PSA_NATS_TLS_CA?: string | undefined;
  readonly PSA_NATS_TLS_CERT?: string | undefined;
  readonly PSA_NATS_TLS_KEY?: string | undefined;
}): { tls?: BrokerTls } {
  const { PSA_NATS_TLS_CA: caFile, PSA_NATS_TLS_CERT: certFile, PSA_NATS_TLS_KEY: keyFile } = settings;
  return caFile === undefined ? {} : { tls: { caFile, certFile, keyFile } };
}
