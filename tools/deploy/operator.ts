import { operatorProgram } from '../local/services.ts';
import { NATS_ADMIN, OPERATOR } from '../local/nats-users.ts';
import { jobPod, mounts, RESOURCES, SECURE_CONTAINER, serviceAccount, taggedImage, volumesOf } from './kubernetes.ts';
import { natsPasswordVariable } from './made-secrets.ts';
import { DNS, NATS, policy } from './network-policies.ts';
import { labelsOf, type Resource } from './resource.ts';
import { SECRETS_DIR } from './workload.ts';

const { name } = operatorProgram;
const IMAGE = taggedImage(`psa/${name}`);

/** Keys of the operator's secret: the broker as the operator, and for commands on whole tenants as its administrator, and the database as a superuser. */
export const OPERATOR_SECRETS = ['PSA_NATS_URL', 'PSA_NATS_ADMIN_URL', 'PSA_MIGRATION_DATABASE_URL'] as const;

/** A month: what a command deleted is asked for later. */
const KEPT_SECONDS = 30 * 86_400;

/** What runs the operator's commands in a cluster: a job that is never started by itself, to make jobs of. */
export function operatorResources(): Resource[] {
  const labels = labelsOf(name, 'operator');
  return [
    serviceAccount(operatorProgram, 'operator'),
    {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name, labels },
      spec: {
        // A schedule is required; suspended, it means nothing.
        schedule: '0 0 1 1 *',
        suspend: true,
        concurrencyPolicy: 'Forbid',
        jobTemplate: {
          metadata: { labels },
          spec: {
            // A command says what is wrong, and is run again by whoever has read it.
            backoffLimit: 0,
            activeDeadlineSeconds: 7_200,
            ttlSecondsAfterFinished: KEPT_SECONDS,
            template: {
              metadata: { labels },
              spec: {
                ...jobPod(name),
                containers: [
                  {
                    name,
                    image: IMAGE,
                    imagePullPolicy: 'IfNotPresent',
                    args: ['help'],
                    terminationMessagePolicy: 'FallbackToLogsOnError',
                    env: [{ name: 'PSA_SECRETS_DIR', value: SECRETS_DIR }],
                    resources: RESOURCES,
                    securityContext: SECURE_CONTAINER,
                    volumeMounts: mounts,
                  },
                ],
                volumes: volumesOf(`psa-${name}`),
              },
            },
          },
        },
      },
    },
    policy(name, 'operator', { ingress: [], egress: [DNS, NATS] }),
  ];
}

/** Names and keys of the operator's secret; with an empty value each. */
export function operatorSecretContract(): Resource {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `psa-${name}`, labels: labelsOf(name, 'operator') },
    type: 'Opaque',
    stringData: Object.fromEntries(OPERATOR_SECRETS.map((key) => [key, ''])),
  };
}

/** The same for compose: `docker compose run --rm operator <command>`. The passwords are those that the servers are started with. */
export function operatorComposeEnvironment(required: (variable: string) => string): Record<string, string> {
  const natsUrl = (user: string) => `nats://${user}:${required(natsPasswordVariable(user))}@nats:4222`;
  return {
    PSA_NATS_URL: natsUrl(OPERATOR),
    PSA_NATS_ADMIN_URL: natsUrl(NATS_ADMIN),
    PSA_MIGRATION_DATABASE_URL: `postgres://postgres:${required('POSTGRES_PASSWORD')}@postgres:5432/psa`,
  };
}
