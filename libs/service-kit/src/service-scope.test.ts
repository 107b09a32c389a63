import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { gatewayScope, ownSettingName, serviceScope } from './service-scope.ts';
import type { SettingsError } from './settings.ts';
import { processSettings, readSettings, serviceSettings } from './settings.ts';

const JWKS_URL = 'http://127.0.0.1:8080/.well-known/jwks.json';
const folder = mkdtempSync(join(tmpdir(), 'psa-scope-'));
afterAll(() => rmSync(folder, { recursive: true }));

const environment = {
  PSA_NATS_URL: 'nats://shared:p@nats',
  PSA_ASSETS_DATABASE_URL: 'postgres://psa_assets_app:p@db/psa',
  PSA_ASSETS_WORKER_DATABASE_URL: 'postgres://psa_assets_worker:p@db/psa',
};
const readAssets = (more: Record<string, string> = {}) =>
  readSettings(serviceSettings, { ...environment, ...more }, serviceScope('assets', JWKS_URL));
const faultsOf = (more: Record<string, string>) => {
  try {
    readAssets(more);
    return [];
  } catch (error) {
    return (error as SettingsError).faults;
  }
};

describe('a service that shares its process', () => {
  it('has its own settings by its name, and shares the others', () => {
    expect(readAssets({ PSA_LOG_LEVEL: 'warn' })).toMatchObject({
      PSA_DATABASE_URL: 'postgres://psa_assets_app:p@db/psa',
      PSA_NATS_URL: 'nats://shared:p@nats',
      PSA_LOG_LEVEL: 'warn',
    });
    expect(readAssets({ PSA_ASSETS_NATS_URL: 'nats://assets:p@nats', PSA_LOG_LEVEL: 'warn', PSA_ASSETS_LOG_LEVEL: 'debug' })).toMatchObject(
      {
        PSA_NATS_URL: 'nats://assets:p@nats',
        PSA_LOG_LEVEL: 'debug',
      },
    );
  });

  it('is reached from its own machine alone, whatever the process listens on, and leaves draining to the gateway', () => {
    const common = { PSA_HTTP_HOST: '0.0.0.0', PSA_HTTP_PORT: '8080', PSA_DRAIN_SECONDS: '5' };
    expect(readAssets(common)).toMatchObject({
      PSA_HTTP_HOST: '127.0.0.1',
      PSA_HTTP_PORT: 0,
      PSA_DRAIN_SECONDS: 0,
      PSA_JWKS_URL: JWKS_URL,
    });
    expect(readAssets({ ...common, PSA_ASSETS_HTTP_PORT: '9000' })).toMatchObject({ PSA_HTTP_PORT: 9000 });
  });

  it('opens few connections unless it is told', () => {
    expect(readAssets()).toMatchObject({ PSA_DATABASE_POOL: 4 });
    expect(readAssets({ PSA_DATABASE_POOL: '6' })).toMatchObject({ PSA_DATABASE_POOL: 6 });
    expect(readAssets({ PSA_DATABASE_POOL: '6', PSA_ASSETS_DATABASE_POOL: '8' })).toMatchObject({ PSA_DATABASE_POOL: 8 });
  });

  it('takes no role of another: what is missing is named by its own name, and what is wrong by the one it was given', () => {
    expect(faultsOf({ PSA_ASSETS_DATABASE_URL: '', PSA_DATABASE_URL: 'postgres://other:p@db/psa' })).toEqual([
      '  PSA_ASSETS_DATABASE_URL: is required',
    ]);
    expect(faultsOf({ PSA_NATS_URL: '' })).toEqual(['  PSA_NATS_URL: is required']);
    expect(faultsOf({ PSA_ASSETS_NATS_URL: 'http://nats' })).toEqual([expect.stringMatching(/^ {2}PSA_ASSETS_NATS_URL: must be nats:/)]);
  });

  it('finds its own settings in files and among mounted secrets as well', () => {
    writeFileSync(join(folder, 'PSA_ASSETS_NATS_URL'), 'nats://mounted:p@nats\n');
    writeFileSync(join(folder, 'level'), 'error');
    expect(readAssets({ PSA_SECRETS_DIR: folder, PSA_ASSETS_LOG_LEVEL_FILE: join(folder, 'level') })).toMatchObject({
      PSA_NATS_URL: 'nats://mounted:p@nats',
      PSA_LOG_LEVEL: 'error',
    });
    expect(faultsOf({ PSA_ASSETS_LOG_LEVEL_FILE: join(folder, 'none') })).toEqual(['  PSA_ASSETS_LOG_LEVEL_FILE: cannot be read: ENOENT']);
  });
});

describe('the gateway of such a process', () => {
  it('has the settings of the process, unless it is told of one by its name', () => {
    expect(readSettings(processSettings, { ...environment, PSA_GATEWAY_LOG_LEVEL: 'warn' }, gatewayScope('gateway'))).toMatchObject({
      PSA_NATS_URL: 'nats://shared:p@nats',
      PSA_LOG_LEVEL: 'warn',
      PSA_HTTP_PORT: 8080,
    });
  });
});

describe("a service's own name of a setting", () => {
  it.each([
    ['assets', 'PSA_DATABASE_URL', 'PSA_ASSETS_DATABASE_URL'],
    ['field-work', 'PSA_NATS_URL', 'PSA_FIELD_WORK_NATS_URL'],
    ['automation', 'PSA_AUTOMATION_MAILS_PER_HOUR', 'PSA_AUTOMATION_MAILS_PER_HOUR'],
    ['assets', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ])('of %s for %s is %s', (service, setting, own) => expect(ownSettingName(service, setting)).toBe(own));
});
