import { describe, expect, test } from '@jest/globals';
import { Refusal } from '../local/refusal.ts';
import { databaseServices } from '../local/services.ts';
import { operatorUsage } from './operator-usage.ts';
import { parseOperatorArguments } from './parse-operator-arguments.ts';

const TENANT = '0190b0f0-0000-7000-8000-000000000001';

const parse = (line: string) => parseOperatorArguments(line.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? []);

function refusal(line: string): Refusal {
  try {
    parse(line);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error(`"${line}" was accepted`);
}

describe('the operator’s command line', () => {
  test.each([
    ['tenant create --name "Demo MSP" --slug demo --json', 'identity', 'admin.tenant-create', { name: 'Demo MSP', slug: 'demo' }],
    ['tenant create --name Demo', 'identity', 'admin.tenant-create', { name: 'Demo' }],
    [`tenant suspend ${TENANT}`, 'identity', 'admin.tenant-suspend', { tenant: TENANT }],
    [`tenant resume --tenant ${TENANT}`, 'identity', 'admin.tenant-resume', { tenant: TENANT }],
    [
      `key create --tenant ${TENANT} --user ${TENANT} --expires 2027-01-01`,
      'identity',
      'admin.key-create',
      { tenant: TENANT, user_id: TENANT, expires_at: '2027-01-01T00:00:00.000Z' },
    ],
    [
      `key create --tenant ${TENANT} --user ada@example.com`,
      'identity',
      'admin.key-create',
      { tenant: TENANT, user_email: 'ada@example.com' },
    ],
    [`key revoke --tenant ${TENANT} --key ${TENANT}`, 'identity', 'admin.key-revoke', { tenant: TENANT, api_key_id: TENANT }],
    [`key revoke --tenant ${TENANT} --key psa_4cD9`, 'identity', 'admin.key-revoke', { tenant: TENANT, key: 'psa_4cD9' }],
    ['tenant list --after acme --limit 5', 'identity', 'admin.tenant-list', { after: 'acme', limit: 5 }],
    [`key list ${TENANT} --page 2`, 'identity', 'admin.key-list', { tenant: TENANT, page: 2 }],
    [
      'outbox replay --service assets --from 2026-11-20T10:00:00+02:00',
      'assets',
      'admin.outbox-replay',
      { from: '2026-11-20T08:00:00.000Z' },
    ],
    ['dead-letter list --service clients --limit 5', 'clients', 'admin.dead-letter-list', { limit: 5 }],
    [
      'dead-letter requeue --service assets --event e1 --consumer c1',
      'assets',
      'admin.dead-letter-requeue',
      { event_id: 'e1', consumer: 'c1' },
    ],
    [
      'dead-letter discard --service assets --event e1 --consumer c1',
      'assets',
      'admin.dead-letter-discard',
      { event_id: 'e1', consumer: 'c1' },
    ],
    [
      `keys rotate --service identity --tenant ${TENANT} --before 2026-11-20`,
      'identity',
      'admin.keys-rotate',
      { tenant: TENANT, before: '2026-11-20T00:00:00.000Z' },
    ],
  ])('understands: %s', (line, service, method, data) => {
    expect(parse(line)).toMatchObject({ kind: 'call', service, method, data });
  });

  test.each(['tenant suspend demo', 'key create --tenant demo', 'outbox replay --service assets --tenant demo'])(
    'takes the slug of a tenant for its id: %s',
    (line) => expect(parse(line)).toMatchObject({ kind: 'call', data: {}, tenantSlug: 'demo' }),
  );

  test('gives a rotation of keys ten minutes, a replay one, anything else five seconds', () => {
    expect(parse('outbox replay --service assets')).toMatchObject({ timeoutMs: 60_000 });
    expect(parse('tenant suspend TENANT')).toMatchObject({ timeoutMs: 5_000 });
    expect(parse('keys rotate --service assets')).toMatchObject({ timeoutMs: 600_000 });
  });

  test('migrates every service with a database, or those that are named', () => {
    expect(parse('migrate')).toMatchObject({ kind: 'database', command: 'migrate', services: databaseServices.map(({ name }) => name) });
    expect(parse('migrate assets')).toMatchObject({ services: ['assets'] });
    expect(parse('roles assets')).toMatchObject({ kind: 'database', command: 'roles', services: ['assets'] });
  });

  test('shows the configuration of a service, the gateway’s too', () => {
    expect(parse('config --service gateway')).toEqual({ kind: 'config', service: 'gateway', json: false });
  });

  test('takes an address of NATS', () => {
    expect(parse('tenant suspend t1 --nats nats://10.0.0.1:4222')).toMatchObject({ nats: 'nats://10.0.0.1:4222', json: false });
  });

  test.each([
    ['', 'Which command?'],
    ['tenant', 'no command "tenant"'],
    ['config', '--service must be one of'],
    ['config --service nobody', '--service must be one of'],
    ['config assets', 'does not take "assets"'],
    ['config --service assets --tenant t1', 'does not take --tenant'],
    ['tenant rename t1', 'no command "tenant rename"'],
    ['tenant create', '--name <name> is missing'],
    ['tenant create --name ""', '--name <name> is missing'],
    ['tenant suspend', '--tenant <id|slug> is missing'],
    ['tenant suspend t1 t2', 'does not take "t2"'],
    ['tenant suspend t1 --slug x', 'does not take --slug'],
    ['key create --tenant t1 --expires tomorrow', '--expires must be an ISO 8601 time'],
    ['dead-letter list --service assets --limit 0', '--limit must be a positive number'],
    ['outbox replay', '--service must be one of identity, clients, assets'],
    ['outbox replay --service gateway', '--service must be one of'],
    ['migrate gateway', '"gateway" is not one of'],
    ['tenant create --nmae x', 'Unknown option'],
  ])('refuses as wrong usage: %s', (line, why) => {
    expect(refusal(line)).toMatchObject({ exitCode: 2, message: expect.stringContaining(why) });
  });

  test('explains every command', () => {
    expect(parse('--help')).toMatchObject({ kind: 'help' });
    for (const command of ['tenant create', 'key revoke', 'outbox replay', 'dead-letter discard', 'migrate'])
      expect(operatorUsage()).toContain(command);
  });

  test('takes the erasure of a person, which has to be confirmed', () => {
    expect(parse('user erase --tenant acme --email a@b.example --confirm a@b.example --dry-run --json')).toEqual({
      json: true,
      kind: 'installation',
      action: 'erase',
      data: { tenant: 'acme', email: 'a@b.example', confirm: 'a@b.example', dry_run: true },
    });
    expect(refusal('user erase --tenant acme --email a@b.example').message).toContain('--confirm <address> is missing');
  });
});
