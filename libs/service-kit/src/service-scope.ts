import type { SettingsScope } from './settings.ts';

/** What each service of a process has to have for itself: its roles at the database, and its part in the inside of the process. */
const NEVER_SHARED: ReadonlySet<string> = new Set([
  'PSA_DATABASE_URL',
  'PSA_WORKER_DATABASE_URL',
  'PSA_DATABASE_REPLICA_URL',
  'PSA_HTTP_HOST',
  'PSA_HTTP_PORT',
  'PSA_DRAIN_SECONDS',
]);

/**
 * Connections of a service among others, where nothing else is said: 8 services with 4 beside their workers' and probes' stay below
 * the 100 that Postgres takes by default.
 */
const POOL = 4;

/** The name a setting has for one service alone, in a process of several: `PSA_<SERVICE>_<SETTING>`. */
export function ownSettingName(service: string, setting: string): string {
  const prefix = `PSA_${service.toUpperCase().replaceAll('-', '_')}_`;
  return setting.startsWith(prefix) || !setting.startsWith('PSA_') ? setting : setting.replace(/^PSA_/, prefix);
}

/** Whether services of one process may take the same value of a setting. */
export function isShared(setting: string): boolean {
  return !NEVER_SHARED.has(setting);
}

/**
 * Where a service that shares its process with a gateway finds its settings: by its own name first, and by the one it shares with
 * the others where the setting is not of the kind that only one can have.
 * @param jwksUrl where the gateway publishes its keys
 */
export function serviceScope(service: string, jwksUrl: string): SettingsScope {
  return {
    namesOf: (setting) => [ownSettingName(service, setting), ...(isShared(setting) ? [setting] : [])],
    defaults: {
      // Reached by the gateway beside it and by nobody else; which drains for all of them.
      PSA_HTTP_HOST: '127.0.0.1',
      PSA_HTTP_PORT: '0',
      PSA_DRAIN_SECONDS: '0',
      PSA_DATABASE_POOL: String(POOL),
      PSA_JWKS_URL: jwksUrl,
    },
  };
}

/** Where the gateway of such a process finds its settings. */
export function gatewayScope(gateway: string): SettingsScope {
  return { namesOf: (setting) => [ownSettingName(gateway, setting), setting], defaults: {} };
}
