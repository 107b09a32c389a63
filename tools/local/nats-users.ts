import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readIfExists } from './read-if-exists.ts';
import { Refusal } from './refusal.ts';
import { repositoryRoot } from './repository-root.ts';
import { runCommand } from './run-command.ts';
import { services } from './services.ts';
import { writePrivate } from './write-private.ts';

/** What one user of the broker may do; everything else is refused. */
export interface NatsUser {
  user: string;
  publish: readonly string[];
  subscribe: readonly string[];
}

/** Asks any service for what operators may ask for, and nothing else. */
export const OPERATOR = 'operator';
/** Where the operator is answered. */
export const OPERATOR_INBOX = `_INBOX_${OPERATOR}`;
/** May do everything: for `nats` on the command line, and for experiments. */
export const NATS_ADMIN = 'admin';

/** All users of the broker by name. */
export const natsUserNames: readonly string[] = [...services.map(({ name }) => name), OPERATOR, NATS_ADMIN];

/** Where what the users may do follows from. */
const DECLARED_IN = ['apps', 'libs/contracts', 'libs/events-kit', 'tools/deploy', 'tools/local/services.ts'];

/**
 * The users of the broker with what their services declare. Reading that takes all services being loaded: it is kept for as
 * long as no source has changed.
 */
export async function declaredNatsUsers(signal?: AbortSignal): Promise<NatsUser[]> {
  const cache = join(repositoryRoot, 'node_modules/.cache/psa/nats-users.json');
  const fingerprint = fingerprintOfSources();
  const kept = JSON.parse(readIfExists(cache) ?? '{}') as { fingerprint?: string; users?: NatsUser[] };
  if (kept.fingerprint === fingerprint && kept.users !== undefined) return kept.users;
  const { ok, output } = await runCommand(process.execPath, [join(repositoryRoot, 'tools/deploy/print-nats-users.ts')], { signal });
  signal?.throwIfAborted();
  if (!ok) throw new Refusal(`What the services may do at the broker could not be read off their sources:\n${output}`);
  const users = JSON.parse(output) as NatsUser[];
  mkdirSync(dirname(cache), { recursive: true });
  writePrivate(cache, JSON.stringify({ fingerprint, users }));
  return users;
}

/** Hexadecimal digits of a fingerprint: enough for two lists not to have the same by chance. */
const FINGERPRINT_LENGTH = 16;

/**
 * Name of a user beside the given one, who may do nothing and has the administrator's password: a broker that lets it in was configured with exactly
 * these permissions. A broker tells nobody what its users may do, so this is how a release finds out whether its own list is in force.
 */
export function fingerprintUser({ user, publish, subscribe }: NatsUser): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([publish, subscribe]))
    .digest('hex');
  return `${user}-permissions-${hash.slice(0, FINGERPRINT_LENGTH)}`;
}

/**
 * Their part of a configuration of nats-server.
 * @param passwordOf how the password is written: a quoted text, or `$NAME` for a variable of the server's environment
 */
export function authorizationLines(users: readonly NatsUser[], passwordOf: (user: string) => string): string[] {
  // An empty list of what is allowed allows everything.
  const only = (subjects: readonly string[]) =>
    subjects.length === 0 ? 'deny: ">"' : `allow: [${subjects.map((subject) => JSON.stringify(subject)).join(', ')}]`;
  return [
    'authorization {',
    '  timeout: 5',
    '  users: [',
    ...users.flatMap(({ user, publish, subscribe }) => [
      '    {',
      `      user: ${JSON.stringify(user)}, password: ${passwordOf(user)}`,
      '      permissions: {',
      `        publish: { ${only(publish)} }`,
      `        subscribe: { ${only(subscribe)} }`,
      '      }',
      '    }',
    ]),
    ...users.map(
      (user) =>
        `    { user: ${JSON.stringify(fingerprintUser(user))}, password: ${passwordOf(NATS_ADMIN)}, permissions: { publish: { ${only([])} }, subscribe: { ${only([])} } } }`,
    ),
    '  ]',
    '}',
  ];
}

/** An address with the credentials of a user. */
export function natsUrlOf(url: string, user: string, password: string): string {
  const own = new URL(url);
  own.username = encodeURIComponent(user);
  own.password = encodeURIComponent(password);
  return own.href.replace(/\/$/, '');
}

function fingerprintOfSources(): string {
  const hash = createHash('sha256');
  for (const place of DECLARED_IN) {
    const path = join(repositoryRoot, place);
    const files = statSync(path).isFile()
      ? [path]
      : readdirSync(path, { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.ts'))
          .sort()
          .map((name) => join(path, name));
    for (const file of files) {
      const { mtimeMs, size } = statSync(file);
      hash.update(`${file} ${mtimeMs} ${size}\n`);
    }
  }
  return hash.digest('hex');
}
