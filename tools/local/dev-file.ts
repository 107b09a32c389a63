import type { Home } from './home.ts';
import { readIfExists } from './read-if-exists.ts';
import { writePrivate } from './write-private.ts';

/** What a person or a script needs to use a local stack; kept in `dev.json` of the home. */
export interface DevFile {
  baseUrl: string;
  tenant: string;
  tenantSlug: string;
  apiKey: string;
  userId: string;
  adminEmail: string;
  adminPassword: string;
  /** Opens session tokens, and seals tokens the API accepts. */
  authSecret: string;
  /** PSA_WEBHOOK_SECRET: signs licence counts. */
  licenceSecret: string;
  /** As the superuser, for looking inside. */
  databaseUrl: string;
  natsUrl: string;
}

/** Reads the home's dev.json; undefined before the first start has come that far. */
export function readDevFile(home: Home): DevFile | undefined {
  const text = readIfExists(home.file('dev.json'));
  return text === undefined ? undefined : (JSON.parse(text) as DevFile);
}

/** Writes exactly these fields, readable by the owner alone. */
export function writeDevFile(
  home: Home,
  { baseUrl, tenant, tenantSlug, apiKey, userId, adminEmail, adminPassword, authSecret, licenceSecret, databaseUrl, natsUrl }: DevFile,
): void {
  const content: DevFile = {
    baseUrl,
    tenant,
    tenantSlug,
    apiKey,
    userId,
    adminEmail,
    adminPassword,
    authSecret,
    licenceSecret,
    databaseUrl,
    natsUrl,
  };
  writePrivate(home.file('dev.json'), `${JSON.stringify(content, null, 2)}\n`);
}
