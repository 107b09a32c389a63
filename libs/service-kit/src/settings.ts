import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { KeyRing } from '@psa/secrets-kit';

/** Marks a setting whose value is never printed. */
export const secret = <T extends z.ZodType>(schema: T): T => schema.meta({ ...schema.meta(), secret: true }) as T;

/** Exit status for a faulty configuration (EX_CONFIG of sysexits.h). */
export const EXIT_CONFIG = 78;

/** Several addresses are no URL: `new URL` would take all but the first for a port. */
const NatsServers = z.string().refine((text) => text.split(',').every(isNatsUrl), 'must be nats://host:port; several separated by commas');

const File = z.string().refine((path) => statSync(path, { throwIfNoEntry: false })?.isFile(), 'must be a file');

const Port = z.coerce.number().int().min(0).max(65_535);

/** Settings every process has. */
export const processSettings = {
  PSA_HTTP_HOST: z.string().default('0.0.0.0').describe('Address the API listens on'),
  PSA_HTTP_PORT: Port.default(8080).describe('Port of the API'),
  PSA_ADMIN_PORT: Port.default(9464).describe('Port of /livez, /readyz and /metrics'),
  PSA_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least level that is logged'),
  PSA_DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(15)
    .default(0)
    .describe('Time between turning unready and closing, for load balancers to notice'),
  PSA_VERSION: z.string().max(100).default('development').describe('What logs and traces call this build; images set it'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Collector of traces by OTLP over HTTP; nothing is traced when absent'),
  PSA_NATS_URL: secret(NatsServers).describe('NATS server, nats://user:password@host:port; several separated by commas'),
  PSA_NATS_TLS_CA: File.optional().describe(
    'File of PEM certificates that the certificate of NATS must be signed by; the connection is encrypted when it is set',
  ),
  PSA_NATS_TLS_CERT: File.optional().describe(
    'File of the PEM certificate that is shown to NATS; needs PSA_NATS_TLS_CA and PSA_NATS_TLS_KEY',
  ),
  PSA_NATS_TLS_KEY: File.optional().describe('File of the PEM key of that certificate'),
};

/** Settings of a process that is called by, or calls, others of the product over a network. */
export const peerSettings = {
  PSA_HTTP_TLS_CERT: File.optional().describe(
    'File of the PEM certificate that the API is served with: it speaks HTTPS when it is set; needs PSA_HTTP_TLS_KEY',
  ),
  PSA_HTTP_TLS_KEY: File.optional().describe('File of the PEM key of that certificate'),
  PSA_HTTP_TLS_CLIENT_CA: File.optional().describe(
    'File of PEM certificates that the certificate of whoever calls the API must be signed by: nobody else can connect',
  ),
  PSA_PEER_TLS_CA: File.optional().describe(
    "File of PEM certificates that other processes' certificates must be signed by, at https addresses; the system's authorities when absent",
  ),
  PSA_PEER_TLS_CERT: File.optional().describe(
    'File of the PEM certificate that is shown to them; needs PSA_PEER_TLS_CA and PSA_PEER_TLS_KEY',
  ),
  PSA_PEER_TLS_KEY: File.optional().describe('File of the PEM key of that certificate'),
};

/** Settings of a service with a database of its own. */
export const serviceSettings = {
  ...processSettings,
  ...peerSettings,
  PSA_DATABASE_URL: secret(z.url({ protocol: /^postgres(ql)?$/ })).describe(
    "The service's own role, psa_<service>_app; encrypted and verified with ?sslmode=verify-full&sslrootcert=<file>",
  ),
  PSA_WORKER_DATABASE_URL: secret(z.url({ protocol: /^postgres(ql)?$/ })).describe(
    'The role for background work across tenants, psa_<service>_worker',
  ),
  PSA_DATABASE_POOLER: z
    .stringbool()
    .default(false)
    .describe('Whether PSA_DATABASE_URL leads to a pooler in transaction mode, such as PgBouncer; migrations go past it'),
  PSA_DATABASE_REPLICA_URL: secret(z.url({ protocol: /^postgres(ql)?$/ }))
    .optional()
    .describe(
      'A streaming replica that lists are read from, as the same role; they may be behind by its lag. While it is away the primary answers',
    ),
  PSA_DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(10).describe('Connections at most'),
  PSA_ENCRYPTION_KEYS: secret(z.string().refine(isKeyRing, 'must be id:base64 of 32 bytes; several separated by commas'))
    .optional()
    .describe(
      'Shuts the keys of what tenants entrust to the product, id:base64; the first of several shuts, all open. Made by: openssl rand -base64 32',
    ),
  PSA_NATS_REPLICAS: z.coerce
    .number()
    .int()
    .min(1)
    .max(5)
    .default(1)
    .describe('Copies of the stream of its events; 3 on a cluster of three'),
  PSA_JWKS_URL: z.url({ protocol: /^https?$/ }).describe("The gateway's key set, by which internal tokens are verified"),
};

/** Settings of `main.ts migrate`. */
export const migrationSettings = {
  PSA_DATABASE_URL: serviceSettings.PSA_DATABASE_URL,
  PSA_WORKER_DATABASE_URL: serviceSettings.PSA_WORKER_DATABASE_URL,
  PSA_MIGRATION_DATABASE_URL: secret(z.url({ protocol: /^postgres(ql)?$/ })).describe('A role that may create roles and schemas'),
};

/** What is wrong with the configuration, for whoever wrote it. */
export class SettingsError extends Error {
  /** Lines of a list, when that is what it is about. */
  readonly faults: readonly string[];

  constructor(message: string, faults: readonly string[] = []) {
    super(message);
    this.faults = faults;
  }

  static ofFaults(faults: readonly string[]): SettingsError {
    return new SettingsError(`The configuration is faulty:\n${faults.join('\n')}`, faults);
  }
}

/** Where a setting is looked for. */
export interface SettingsScope {
  /** Its names in the environment, of which the first that has a value counts, and the last is what is missing. */
  readonly namesOf: (setting: string) => readonly string[];
  /** What holds where none has one, ahead of the setting's own default. */
  readonly defaults: Readonly<Record<string, string>>;
}

const BY_ITS_NAME: SettingsScope = { namesOf: (setting) => [setting], defaults: {} };

/**
 * Reads settings from the environment; `<NAME>_FILE` gives the path of a file that holds the value, and `PSA_SECRETS_DIR` a
 * folder of such files, named after the settings.
 * @throws SettingsError that lists every fault at once
 */
export function readSettings<Shape extends z.ZodRawShape>(
  shape: Shape,
  environment: NodeJS.ProcessEnv,
  scope: SettingsScope = BY_ITS_NAME,
): z.output<z.ZodObject<Shape>> {
  const values: Record<string, string | undefined> = {};
  /** By setting, the name its value has, or lacks. */
  const names: Record<string, string> = {};
  const unreadable = new Map<string, string>();
  for (const setting of Object.keys(shape)) {
    for (const name of scope.namesOf(setting)) {
      names[setting] = name;
      try {
        values[setting] = valueOf(name, environment);
      } catch (error) {
        unreadable.set(setting, `  ${name}_FILE: cannot be read: ${(error as NodeJS.ErrnoException).code}`);
        break;
      }
      if (values[setting] !== undefined) break;
    }
    values[setting] ??= scope.defaults[setting];
  }
  const result = z.object(shape).safeParse(values);
  if (result.success && unreadable.size === 0) return result.data;
  const faults = (result.error?.issues ?? [])
    .filter(({ path }) => !unreadable.has(String(path[0])))
    .map(({ path: [setting = '', ...inside], message }) => {
      const name = [names[String(setting)], ...inside].join('.');
      return `  ${name}: ${values[String(setting)] === undefined ? 'is required' : message}`;
    });
  throw SettingsError.ofFaults([...unreadable.values(), ...faults]);
}

/** @throws when it is in a file that cannot be read */
function valueOf(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  const file = environment[`${name}_FILE`] || mountedSecret(name, environment);
  const value = environment[name] || (file === undefined ? undefined : readFileSync(file, 'utf8').trimEnd());
  return value === '' ? undefined : value;
}

/** Secrets are mounted as a folder with a file for each; those a service can do without may be missing from it. */
function mountedSecret(name: string, { PSA_SECRETS_DIR: folder }: NodeJS.ProcessEnv): string | undefined {
  const path = folder && join(folder, name);
  return path && existsSync(path) ? path : undefined;
}

function isNatsUrl(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'nats:' && url.host !== '';
}

function isKeyRing(text: string): boolean {
  try {
    new KeyRing(text);
    return true;
  } catch {
    return false;
  }
}

/** The settings with secrets blanked, for `--print-config`. */
export function redactSettings(shape: z.ZodRawShape, settings: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const schema = shape[name] as z.ZodType | undefined;
      const isHidden = schema === undefined || isSecret(schema) || LOOKS_SECRET.test(name) || holdsCredentials(value);
      return [name, isHidden && value !== undefined ? '[REDACTED]' : value];
    }),
  );
}

/** Names under which secrets are expected: one that was not marked is hidden as well. */
const LOOKS_SECRET = /SECRET|PASSWORD|PASSWD|CREDENTIAL|TOKEN|(?:^|_)KEYS?(?:_|$)/;

/** Whether a value is an address with a password in it. */
function holdsCredentials(value: unknown): boolean {
  return /\/\/[^/@\s]*:[^/@\s]+@/.test(String(value));
}

/** What is wrapped, such as by `.optional()` or `.transform()`, does not show the mark itself. */
function isSecret(schema: z.ZodType | undefined): boolean {
  if (schema === undefined) return false;
  const { innerType, in: input } = schema.def as { innerType?: z.ZodType; in?: z.ZodType };
  return schema.meta()?.['secret'] === true || isSecret(innerType) || isSecret(input);
}
