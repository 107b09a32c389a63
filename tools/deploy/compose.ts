import { OPERATOR } from '../local/nats-users.ts';
import { operatorProgram } from '../local/services.ts';
import { natsPasswordVariable } from './made-secrets.ts';
import { operatorComposeEnvironment } from './operator.ts';
import { thirdPartyImages } from './third-party-images.ts';
import { adminProbe, GENERATED, GRACE_SECONDS, HTTP_PORT, SECRETS_DIR, USER_ID, type Workload } from './workload.ts';

const HARDENED = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] } as const;

/** Two of each service open up to 15 each, and four of one while a release replaces it; Postgres' own bound is 100. */
export const POSTGRES_CONNECTIONS = 300;

/** Where the way in answers on this machine, unless something stands in front of it. */
export const LOCAL_URL = '${PSA_PUBLIC_URL:-http://127.0.0.1:${PSA_PORT:-8080}}';

/** The whole product on one container engine, for trying it out; {@link Workload} is what is run. */
export function composeFile(workloads: readonly Workload[], natsUsers: readonly string[]): object {
  const migrations = workloads.flatMap((workload) =>
    workload.migration === undefined ? [] : [[`${workload.name}-migrate`, migrationService(workload, workload.migration)] as const],
  );
  return {
    name: 'psa',
    services: {
      postgres: {
        image: '${PSA_POSTGRES_IMAGE:-postgres:17-alpine}',
        // Texts are kept as UTF-8 and sorted alike on every machine.
        environment: { LANG: 'C.UTF-8', POSTGRES_DB: 'psa', POSTGRES_PASSWORD: required('POSTGRES_PASSWORD') },
        command: ['postgres', '-c', `max_connections=${POSTGRES_CONNECTIONS}`],
        restart: 'unless-stopped',
        volumes: ['postgres:/var/lib/postgresql/data'],
        healthcheck: {
          test: ['CMD', 'pg_isready', '-U', 'postgres', '-h', '127.0.0.1', '-d', 'psa'],
          interval: '2s',
          timeout: '5s',
          retries: 60,
        },
      },
      nats: {
        image: `\${PSA_NATS_IMAGE:-nats:${thirdPartyImages.nats}-alpine}`,
        command: ['-c', '/etc/psa/nats.conf'],
        environment: Object.fromEntries(natsUsers.map((user) => [natsPasswordVariable(user), required(natsPasswordVariable(user))])),
        // The operator's way in; nobody else needs it from outside.
        ports: ['127.0.0.1:${PSA_NATS_PORT:-4222}:4222'],
        restart: 'unless-stopped',
        volumes: ['nats:/data', './nats/nats.conf:/etc/psa/nats.conf:ro', './nats/users.conf:/etc/psa/users.conf:ro'],
      },
      ...Object.fromEntries(migrations),
      ...Object.fromEntries(workloads.map((workload) => [workload.name, service(workload)])),
      [operatorProgram.name]: operatorService(),
    },
    volumes: { postgres: {}, nats: {} },
  };
}

/** What stands above the generated file. */
export const composeHead = (file: string): string =>
  [
    GENERATED,
    '# npm run deploy -- secrets deploy',
    `# docker compose -f deploy/${file} up --build --detach`,
    `# npm run psa -- tenant create --name Demo --nats "$(cat deploy/secrets/${OPERATOR}/PSA_NATS_URL)"`,
    '',
  ].join('\n');

function service({ name, image, environment, migration, whole }: Workload): object {
  return {
    ...built(name, image),
    ...HARDENED,
    environment: { ...environment, ...('PSA_PUBLIC_URL' in environment && { PSA_PUBLIC_URL: LOCAL_URL }) },
    user: `${USER_ID}:${USER_ID}`,
    tmpfs: ['/tmp'],
    mem_limit: whole === undefined ? '384m' : whole.memory.limit.replace('Mi', 'm'),
    stop_grace_period: `${GRACE_SECONDS}s`,
    restart: 'unless-stopped',
    volumes: [`./secrets/${name}:${SECRETS_DIR}:ro`],
    ...((name === 'gateway' || whole) && { ports: ['127.0.0.1:${PSA_PORT:-8080}:' + String(HTTP_PORT)] }),
    healthcheck: {
      test: [
        'CMD',
        '/usr/local/bin/node',
        '-e',
        `fetch('http://127.0.0.1:${adminProbe('ready').port}${adminProbe('ready').path}').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`,
      ],
      interval: '10s',
      timeout: '5s',
      retries: 30,
      start_period: '5s',
    },
    depends_on:
      migration === undefined
        ? { nats: { condition: 'service_started' } }
        : { [`${name}-migrate`]: { condition: 'service_completed_successfully' }, nats: { condition: 'service_started' } },
  };
}

function migrationService({ name, image, environment }: Workload, { args }: NonNullable<Workload['migration']>): object {
  return {
    ...built(name, image),
    ...HARDENED,
    environment: { PSA_SECRETS_DIR: environment['PSA_SECRETS_DIR'] },
    command: args,
    user: `${USER_ID}:${USER_ID}`,
    tmpfs: ['/tmp'],
    volumes: [`./secrets/${name}-migrate:${SECRETS_DIR}:ro`],
    depends_on: { postgres: { condition: 'service_healthy' } },
  };
}

/** Not started with the rest: it is run for one command. */
function operatorService(): object {
  const { name } = operatorProgram;
  return {
    ...built(name, `psa/${name}`),
    ...HARDENED,
    profiles: [name],
    environment: operatorComposeEnvironment(required),
    user: `${USER_ID}:${USER_ID}`,
    tmpfs: ['/tmp'],
    mem_limit: '384m',
    depends_on: { postgres: { condition: 'service_healthy' }, nats: { condition: 'service_started' } },
  };
}

function built(name: string, image: string): object {
  return {
    image: `${image}:\${PSA_VERSION:-development}`,
    build: { context: '..', dockerfile: 'deploy/Dockerfile', args: { APP: name, VERSION: '${PSA_VERSION:-development}' } },
  };
}

function required(name: string): string {
  return `\${${name}:?run npm run deploy -- secrets deploy}`;
}
