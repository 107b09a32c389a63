import { ownSettingName } from '@psa/service-kit/scope';
import { natsUrlOf } from './nats-users.ts';
import type { Secrets } from './secrets.ts';
import { rolesOf, services, type Service, wholeProduct } from './services.ts';

export interface ServicePorts {
  http: number;
  admin: number;
}

/** What the services of one stack must know to find each other. */
export interface Wiring {
  secrets: Secrets;
  postgresPort: number;
  /** Each service's own credentials are put into it. */
  natsUrl: string;
  /** By service name. */
  ports: Record<string, ServicePorts>;
}

export const DATABASE = 'psa';
const HOST = '127.0.0.1';

/** Settings that suit one machine; whoever sets them otherwise means it. */
const LOCAL_DEFAULTS: Record<string, string> = {
  PSA_LOG_LEVEL: 'info',
  PSA_HTTP_HOST: HOST,
  // Nobody has a mail server on their own machine: links are found in the log of the email service.
  PSA_MAIL_TO_LOG: 'true',
  // Nobody wants to meet a rate limit while trying the product out, or measuring it.
  PSA_RATE_LIMIT_BURST: '100000',
  PSA_RATE_LIMIT_PER_MINUTE: '6000000',
};

/** The address other programs reach a service at. */
export function serviceUrl({ ports }: Pick<Wiring, 'ports'>, name: string): string {
  const own = ports[name];
  if (own === undefined) throw new Error(`${name} has no port`);
  return `http://${HOST}:${own.http}`;
}

/** The environment of a running service: local defaults, then the caller's settings, then how this stack is wired. */
export function serviceEnvironment(service: Service, wiring: Wiring, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = wiring.ports[service.name];
  const { PSA_MIGRATION_DATABASE_URL: _superuser, ...inherited } = env;
  return {
    ...LOCAL_DEFAULTS,
    ...(wiring.ports.gateway && { PSA_PUBLIC_URL: serviceUrl(wiring, 'gateway') }),
    ...inherited,
    ...(own && { PSA_HTTP_PORT: String(own.http), PSA_ADMIN_PORT: String(own.admin) }),
    ...(service === wholeProduct ? wholeProductEnvironment(wiring) : wiredEnvironment(service, wiring)),
  };
}

/** What a service of its own is told of the stack. */
function wiredEnvironment(service: Service, wiring: Wiring): NodeJS.ProcessEnv {
  return {
    PSA_NATS_URL: ownNatsUrl(service, wiring),
    ...(service.hasDatabase ? databaseEnvironment(service, wiring) : gatewayEnvironment(wiring)),
  };
}

/** What differs by service has the service's name; what one service alone reads, or all alike, has not. */
function wholeProductEnvironment(wiring: Wiring): NodeJS.ProcessEnv {
  const { secrets } = wiring;
  const named = services.flatMap((service) => {
    const own = {
      PSA_NATS_URL: ownNatsUrl(service, wiring),
      ...(service.hasDatabase && ownDatabaseUrls(service, wiring)),
    };
    return Object.entries(own).map(([setting, value]) => [ownSettingName(service.name, setting), value] as const);
  });
  return {
    ...Object.fromEntries(named),
    PSA_TOKEN_SIGNING_KEY: JSON.stringify(secrets.tokenSigningKey),
    PSA_ENCRYPTION_KEYS: secrets.encryptionKeys,
    PSA_AUTH_SECRET: secrets.authSecret,
    PSA_WEBHOOK_SECRET: secrets.webhookSecret,
  };
}

/** The environment of `main.ts migrate`, the only run that sees the superuser. */
export function migrationEnvironment(service: Service, wiring: Wiring, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...serviceEnvironment(service, wiring, env),
    PSA_MIGRATION_DATABASE_URL: databaseUrl('postgres', wiring.secrets.postgresPassword, wiring.postgresPort),
  };
}

function ownNatsUrl({ name }: Service, { natsUrl, secrets }: Wiring): string {
  return natsUrlOf(natsUrl, name, secrets.natsPasswords[name] ?? '');
}

function ownDatabaseUrls(
  service: Service,
  { secrets, postgresPort }: Wiring,
): Record<'PSA_DATABASE_URL' | 'PSA_WORKER_DATABASE_URL', string> {
  const { app, worker } = rolesOf(service);
  const urlFor = (role: string) => databaseUrl(role, secrets.rolePasswords[role] ?? '', postgresPort);
  return { PSA_DATABASE_URL: urlFor(app), PSA_WORKER_DATABASE_URL: urlFor(worker) };
}

function databaseEnvironment(service: Service, wiring: Wiring): NodeJS.ProcessEnv {
  return {
    ...ownDatabaseUrls(service, wiring),
    PSA_ENCRYPTION_KEYS: wiring.secrets.encryptionKeys,
    ...(service.name === 'identity' && { PSA_AUTH_SECRET: wiring.secrets.authSecret, PSA_WEBHOOK_SECRET: wiring.secrets.webhookSecret }),
    ...(wiring.ports.gateway && { PSA_JWKS_URL: `${serviceUrl(wiring, 'gateway')}/.well-known/jwks.json` }),
  };
}

function gatewayEnvironment(wiring: Wiring): NodeJS.ProcessEnv {
  const addresses = services
    .filter((service) => service.name !== 'gateway')
    .map(({ name }) => [`PSA_${name.toUpperCase()}_URL`, serviceUrl(wiring, name)]);
  return { PSA_TOKEN_SIGNING_KEY: JSON.stringify(wiring.secrets.tokenSigningKey), ...Object.fromEntries(addresses) };
}

function databaseUrl(role: string, password: string, port: number): string {
  return `postgres://${role}:${password}@${HOST}:${port}/${DATABASE}`;
}
