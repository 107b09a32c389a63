/** Images of others that the manifests name, by exact versions. */
export const thirdPartyImages = {
  nats: '2.10.29',
  'natsio/nats-server-config-reloader': '0.16.0',
  'natsio/prometheus-nats-exporter': '0.15.0',
} as const;
