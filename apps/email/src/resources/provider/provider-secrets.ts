import type { Db, Ports, Tx } from '../../email-app.ts';

/** What is stored of a mailbox and never shown. */
export interface ProviderSecrets {
  readonly client_secret?: string;
  readonly password?: string;
  readonly oauth_client_secret?: string;
  readonly access_token?: string;
  readonly refresh_token?: string;
}

export const secretsPlace = (providerId: string) => ({ table: 'mail_providers', column: 'sealed_secrets', row: providerId });
export const clientStatePlace = (providerId: string) => ({ table: 'mail_providers', column: 'sealed_client_state', row: providerId });

export async function openSecrets(
  db: Db,
  ports: Pick<Ports, 'secrets'>,
  { provider_id, sealed_secrets }: { readonly provider_id: string; readonly sealed_secrets: string | null },
): Promise<ProviderSecrets> {
  if (sealed_secrets === null) return {};
  return JSON.parse(await ports.secrets.open(db, sealed_secrets, secretsPlace(provider_id))) as ProviderSecrets;
}

/** The columns that hold a mailbox's secrets. */
export async function sealSecrets(tx: Tx, ports: Pick<Ports, 'secrets'>, providerId: string, secrets: ProviderSecrets) {
  const { client_secret, password, oauth_client_secret, access_token, refresh_token } = secrets;
  const isEmpty = Object.values(secrets).every((value) => value === undefined);
  return {
    sealed_secrets: isEmpty ? null : await ports.secrets.seal(tx, JSON.stringify(secrets), secretsPlace(providerId)),
    has_secret: client_secret !== undefined || password !== undefined || oauth_client_secret !== undefined,
    has_tokens: access_token !== undefined || refresh_token !== undefined,
  };
}
