import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { EXIT_CONFIG, readSettings, redactSettings, secret, serviceSettings, SettingsError } from './settings.ts';

const directory = mkdtempSync(join(tmpdir(), 'psa-settings-'));
afterAll(() => rmSync(directory, { recursive: true }));

const fileOf = (name: string, text: string) => {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
};

const right = {
  PSA_DATABASE_URL: 'postgres://app:hunter2@db/psa',
  PSA_WORKER_DATABASE_URL: 'postgresql://worker:hunter2@db/psa',
  PSA_NATS_URL: 'nats://u:hunter2@nats:4222',
  PSA_JWKS_URL: 'http://gateway:8080/jwks',
};

const faultsOf = (environment: NodeJS.ProcessEnv): string[] => {
  try {
    readSettings(serviceSettings, environment);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
};

describe('settings', () => {
  it('have defaults where there is a sensible one', () => {
    expect(readSettings(serviceSettings, right)).toEqual({
      ...right,
      PSA_HTTP_HOST: '0.0.0.0',
      PSA_HTTP_PORT: 8080,
      PSA_ADMIN_PORT: 9464,
      PSA_LOG_LEVEL: 'info',
      PSA_DRAIN_SECONDS: 0,
      PSA_NATS_REPLICAS: 1,
      PSA_DATABASE_POOL: 10,
      PSA_DATABASE_POOLER: false,
      PSA_VERSION: 'development',
    });
  });

  it('count as absent when they are empty', () => {
    expect(readSettings(serviceSettings, { ...right, PSA_HTTP_PORT: '', PSA_LOG_LEVEL: '' })).toMatchObject({
      PSA_HTTP_PORT: 8080,
      PSA_LOG_LEVEL: 'info',
    });
    expect(faultsOf({ ...right, PSA_JWKS_URL: '' })).toEqual([expect.stringMatching(/^PSA_JWKS_URL: /)]);
  });

  it('are all looked at before the first fault is told', () => {
    const faults = faultsOf({
      PSA_HTTP_PORT: '70000',
      PSA_LOG_LEVEL: 'loud',
      PSA_DATABASE_URL: 'mysql://db',
      PSA_NATS_URL: 'http://nats',
      PSA_DATABASE_POOL: 'many',
      PSA_JWKS_URL_FILE: '/no/such/file',
    });
    expect(faults.map((fault) => fault.split(':')[0]).sort()).toEqual([
      'PSA_DATABASE_POOL',
      'PSA_DATABASE_URL',
      'PSA_HTTP_PORT',
      'PSA_JWKS_URL_FILE',
      'PSA_LOG_LEVEL',
      'PSA_NATS_URL',
      'PSA_WORKER_DATABASE_URL',
    ]);
  });

  it('are never shown where they are wrong', () => {
    const faults = faultsOf({
      ...right,
      PSA_DATABASE_URL: 'hunter2',
      PSA_WORKER_DATABASE_URL: 'mysql://u:hunter2@db',
      PSA_NATS_URL: 'nats://u:hunter2@[nats',
    });
    expect(faults).toHaveLength(3);
    expect(faults.join()).not.toContain('hunter2');
  });

  it.each(['nats://nats:4222', 'nats://u:p@nats', 'nats://u:p@one:4222,nats://u:p@two:4222,nats://u:p@three:4222'])(
    'may name brokers as %s',
    (url) => {
      expect(readSettings(serviceSettings, { ...right, PSA_NATS_URL: url }).PSA_NATS_URL).toBe(url);
    },
  );

  it.each(['nats', 'nats:4222', 'tls://nats', 'nats://one,two', 'nats://one,', ' '])('may not name brokers as %p', (url) => {
    expect(faultsOf({ ...right, PSA_NATS_URL: url })).toEqual([expect.stringMatching(/^PSA_NATS_URL: /)]);
  });

  it('may be in files, as secrets are mounted', () => {
    const { PSA_DATABASE_URL: _, ...others } = right;
    const environment = { ...others, PSA_DATABASE_URL_FILE: fileOf('url', `${right.PSA_DATABASE_URL}\n`) };
    expect(readSettings(serviceSettings, environment).PSA_DATABASE_URL).toBe(right.PSA_DATABASE_URL);
    expect(readSettings(serviceSettings, { ...environment, PSA_DATABASE_URL: 'postgres://direct@db/psa' }).PSA_DATABASE_URL).toBe(
      'postgres://direct@db/psa',
    );
    expect(readSettings(serviceSettings, { ...right, PSA_DATABASE_URL_FILE: '' }).PSA_DATABASE_URL).toBe(right.PSA_DATABASE_URL);
    expect(faultsOf({ ...others, PSA_DATABASE_URL_FILE: directory })).toEqual(['PSA_DATABASE_URL_FILE: cannot be read: EISDIR']);
    expect(faultsOf({ ...others, PSA_DATABASE_URL_FILE: fileOf('empty', '\n') })).toEqual([expect.stringMatching(/^PSA_DATABASE_URL: /)]);
  });

  it('may be in a folder of files, of which some may be missing', () => {
    const { PSA_DATABASE_URL: _, PSA_NATS_URL: nats, ...others } = right;
    const folder = mkdtempSync(join(directory, 'mounted-'));
    writeFileSync(join(folder, 'PSA_DATABASE_URL'), `${right.PSA_DATABASE_URL}\n`);
    const environment = { ...others, PSA_SECRETS_DIR: folder };
    expect(readSettings(serviceSettings, { ...environment, PSA_NATS_URL: nats }).PSA_DATABASE_URL).toBe(right.PSA_DATABASE_URL);
    expect(faultsOf(environment)).toEqual(['PSA_NATS_URL: is required']);
    expect(
      readSettings(serviceSettings, { ...environment, PSA_NATS_URL: nats, PSA_DATABASE_URL: 'postgres://direct@db/psa' }).PSA_DATABASE_URL,
    ).toBe('postgres://direct@db/psa');
  });

  it('are printed without what is secret, however it is wrapped', () => {
    const shape = {
      plain: z.string(),
      described: secret(z.string()).describe('A secret'),
      optional: secret(z.string()).optional(),
      defaulted: secret(z.string()).default('x'),
      transformed: secret(z.string()).transform((text) => ({ text })),
      piped: secret(z.string()).pipe(z.string()).optional(),
      absent: secret(z.string()).optional(),
    };
    const settings = readSettings(shape, {
      plain: 'plain',
      described: 'hunter2',
      optional: 'hunter2',
      defaulted: 'hunter2',
      transformed: 'hunter2',
      piped: 'hunter2',
    });
    const shown = redactSettings(shape, settings);
    expect(redactSettings(serviceSettings, { PSA_ENCRYPTION_KEYS: 'one:hunter2' })).toEqual({ PSA_ENCRYPTION_KEYS: '[REDACTED]' });
    expect(shown).toMatchObject({ plain: 'plain', described: '[REDACTED]', optional: '[REDACTED]', transformed: '[REDACTED]' });
    expect(JSON.stringify(shown)).not.toContain('hunter2');
    expect(shown).not.toHaveProperty('absent', '[REDACTED]');
  });

  it('are hidden when in doubt: unknown ones, those named like secrets, and addresses with a password', () => {
    const shape = { PSA_NEW_API_KEY: z.string(), PSA_SMTP: z.string(), PSA_HTTP_PORT: z.number(), PSA_JWKS_URL: z.string() };
    const given = {
      PSA_NEW_API_KEY: 'hunter2',
      PSA_SMTP: 'smtp://u:hunter2@mail',
      PSA_HTTP_PORT: 80,
      PSA_JWKS_URL: 'http://a/b',
      other: 'hunter2',
    };
    const shown = redactSettings(shape, given);
    expect(JSON.stringify(shown)).not.toContain('hunter2');
    expect(shown).toMatchObject({ PSA_HTTP_PORT: 80, PSA_JWKS_URL: 'http://a/b' });
  });
});

describe('a service', () => {
  const main = join(import.meta.dirname, '../../../apps/assets/src/main.ts');
  const start = (environment: Record<string, string>, ...commands: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...commands], {
      env: environment,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };

  it('that is not configured says all that is missing and exits with EX_CONFIG', () => {
    const { status, stdout, stderr } = start({});
    expect(status).toBe(EXIT_CONFIG);
    expect(stdout).toBe('');
    for (const name of [...Object.keys(right), 'PSA_ENCRYPTION_KEYS']) expect(stderr).toContain(`  ${name}: is required\n`);
    expect(stderr).toMatch(/^The configuration is faulty:\n/);
    expect(stderr).not.toContain('at ');
  });

  it('says as much when it is to migrate', () => {
    const { status, stderr } = start({ ...right, PSA_MIGRATION_DATABASE_URL_FILE: '/no/such/file' }, 'migrate');
    expect({ status, stderr }).toEqual({
      status: EXIT_CONFIG,
      stderr: 'The configuration is faulty:\n  PSA_MIGRATION_DATABASE_URL_FILE: cannot be read: ENOENT\n',
    });
  });

  it('prints its settings without its secrets', () => {
    const { status, stdout } = start(
      { ...right, PSA_ENCRYPTION_KEYS: `one:${Buffer.from('hunter2'.padEnd(32)).toString('base64')}` },
      '--print-config',
    );
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      PSA_HTTP_PORT: 8080,
      PSA_DATABASE_URL: '[REDACTED]',
      PSA_NATS_URL: '[REDACTED]',
      PSA_JWKS_URL: right.PSA_JWKS_URL,
    });
    expect(stdout).not.toContain('hunter2');
  });
});
