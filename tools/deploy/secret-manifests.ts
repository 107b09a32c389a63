import { randomBytes } from 'node:crypto';
import type { MadeSecrets } from './made-secrets.ts';

/** Made secrets as Kubernetes takes them. @param clusterVariable what servers of one cluster of brokers know each other by */
export function secretManifests({ services, migrations, operator, servers }: MadeSecrets, clusterVariable: string): object[] {
  const { POSTGRES_PASSWORD: _, ...natsPasswords } = servers;
  const secret = (name: string, stringData: Readonly<Record<string, string>>) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name },
    type: 'Opaque',
    stringData,
  });
  return [
    ...Object.entries(services).map(([name, values]) => secret(`psa-${name}`, values)),
    ...Object.entries(migrations).map(([name, values]) => secret(`psa-${name}-migration`, values)),
    secret('psa-operator', operator),
    secret('psa-nats', { ...natsPasswords, [clusterVariable]: `p${randomBytes(24).toString('hex')}` }),
  ];
}
