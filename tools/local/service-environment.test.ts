import { describe, expect, test } from '@jest/globals';
import { migrationEnvironment, serviceEnvironment, type Wiring } from './service-environment.ts';
import { services, type Service, wholeProduct } from './services.ts';

const wiring: Wiring = {
  secrets: {
    postgresPassword: 'super',
    tokenSigningKey: { kty: 'OKP' },
    natsPasswords: { assets: 'a/b' },
    rolePasswords: { psa_assets_app: 'app', psa_assets_worker: 'worker' },
    encryptionKeys: 'local:key',
    authSecret: 'session secret',
    webhookSecret: 'licence secret',
  },
  postgresPort: 5001,
  natsUrl: 'nats://127.0.0.1:5002',
  ports: Object.fromEntries(services.map(({ name }, index) => [name, { http: 6000 + index, admin: 7000 + index }])),
};

const service = (name: string) => services.find((candidate) => candidate.name === name) as Service;
const environment = (name: string, env: NodeJS.ProcessEnv = {}) => serviceEnvironment(service(name), wiring, env);

const addressOf = (name: string) => `http://127.0.0.1:${wiring.ports[name]?.http}`;

describe('the environment of a service', () => {
  test('leads to its own roles, its ports and the gateway’s keys', () => {
    expect(environment('assets')).toMatchObject({
      PSA_DATABASE_URL: 'postgres://psa_assets_app:app@127.0.0.1:5001/psa',
      PSA_WORKER_DATABASE_URL: 'postgres://psa_assets_worker:worker@127.0.0.1:5001/psa',
      PSA_NATS_URL: 'nats://assets:a%2Fb@127.0.0.1:5002',
      PSA_HTTP_PORT: '6002',
      PSA_ADMIN_PORT: '7002',
      PSA_JWKS_URL: `${addressOf('gateway')}/.well-known/jwks.json`,
    });
  });

  test('leads the gateway to the services, and to no database', () => {
    const gateway = environment('gateway');
    expect(gateway).toMatchObject({
      PSA_IDENTITY_URL: 'http://127.0.0.1:6000',
      PSA_CLIENTS_URL: 'http://127.0.0.1:6001',
      PSA_ASSETS_URL: 'http://127.0.0.1:6002',
      PSA_AUTOMATION_URL: 'http://127.0.0.1:6003',
      PSA_TOKEN_SIGNING_KEY: '{"kty":"OKP"}',
    });
    expect(Object.keys(gateway).filter((name) => name.includes('DATABASE'))).toEqual([]);
  });

  test('keeps the signing key to the gateway', () => {
    for (const { name } of services.filter((one) => one.name !== 'gateway'))
      expect(environment(name)).not.toHaveProperty('PSA_TOKEN_SIGNING_KEY');
  });

  test('tells all where the API is reached, and the session secret to identity alone', () => {
    for (const { name } of services) {
      expect(environment(name).PSA_PUBLIC_URL).toBe(addressOf('gateway'));
      expect(environment(name).PSA_AUTH_SECRET).toBe(name === 'identity' ? 'session secret' : undefined);
      expect(environment(name).PSA_WEBHOOK_SECRET).toBe(name === 'identity' ? 'licence secret' : undefined);
    }
    expect(environment('identity', { PSA_PUBLIC_URL: 'https://psa.example.com' }).PSA_PUBLIC_URL).toBe('https://psa.example.com');
  });

  test('passes the caller’s settings on and prefers them to local defaults', () => {
    expect(environment('assets', { PSA_LOG_LEVEL: 'debug', PSA_ANYTHING: 'x' })).toMatchObject({
      PSA_LOG_LEVEL: 'debug',
      PSA_ANYTHING: 'x',
      PSA_HTTP_HOST: '127.0.0.1',
    });
  });

  test('does not let the caller’s settings break the wiring', () => {
    expect(environment('assets', { PSA_HTTP_PORT: '1', PSA_DATABASE_URL: 'postgres://elsewhere/x' })).toMatchObject({
      PSA_HTTP_PORT: '6002',
      PSA_DATABASE_URL: expect.stringContaining('psa_assets_app'),
    });
  });

  test('names the superuser to a migration only', () => {
    const env = { PSA_MIGRATION_DATABASE_URL: 'postgres://root@elsewhere/x' };
    expect(environment('assets', env)).not.toHaveProperty('PSA_MIGRATION_DATABASE_URL');
    expect(migrationEnvironment(service('assets'), wiring, env).PSA_MIGRATION_DATABASE_URL).toBe(
      'postgres://postgres:super@127.0.0.1:5001/psa',
    );
  });
});

describe('the environment of the one process of all services', () => {
  const whole = (env: NodeJS.ProcessEnv = {}) =>
    serviceEnvironment(wholeProduct, { ...wiring, ports: { gateway: { http: 6100, admin: 7100 }, all: { http: 6100, admin: 7100 } } }, env);

  test('has the name of each service on what is its own, and nothing that could be taken for all', () => {
    expect(whole()).toMatchObject({
      PSA_ASSETS_DATABASE_URL: 'postgres://psa_assets_app:app@127.0.0.1:5001/psa',
      PSA_ASSETS_WORKER_DATABASE_URL: 'postgres://psa_assets_worker:worker@127.0.0.1:5001/psa',
      PSA_ASSETS_NATS_URL: 'nats://assets:a%2Fb@127.0.0.1:5002',
      PSA_HTTP_PORT: '6100',
      PSA_ADMIN_PORT: '7100',
      PSA_PUBLIC_URL: 'http://127.0.0.1:6100',
      PSA_TOKEN_SIGNING_KEY: '{"kty":"OKP"}',
    });
    for (const { name, hasDatabase } of services) {
      expect(whole()).toHaveProperty(`PSA_${name.toUpperCase()}_NATS_URL`);
      expect(`PSA_${name.toUpperCase()}_DATABASE_URL` in whole()).toBe(hasDatabase);
    }
    for (const shared of ['PSA_NATS_URL', 'PSA_DATABASE_URL', 'PSA_IDENTITY_URL']) expect(whole()).not.toHaveProperty(shared);
  });

  test('passes the caller’s settings on, and names the superuser to the migration only', () => {
    expect(whole({ PSA_LOG_LEVEL: 'debug', PSA_EMAIL_LOG_LEVEL: 'trace' })).toMatchObject({
      PSA_LOG_LEVEL: 'debug',
      PSA_EMAIL_LOG_LEVEL: 'trace',
    });
    expect(whole({ PSA_MIGRATION_DATABASE_URL: 'postgres://root@elsewhere/x' })).not.toHaveProperty('PSA_MIGRATION_DATABASE_URL');
    expect(migrationEnvironment(wholeProduct, wiring, {}).PSA_MIGRATION_DATABASE_URL).toBe('postgres://postgres:super@127.0.0.1:5001/psa');
  });
});
