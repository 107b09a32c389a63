/** An OAuth client at a provider. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string | null;
}

/** What the operator set for all tenants. */
export interface Installation {
  readonly publicUrl: URL;
  readonly pollSeconds: number;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Prints mails to the log where there is no mail server. */
  readonly mailToLog: boolean;
  /** In place of scheme and host of a provider's addresses. */
  readonly baseUrls: { readonly google: URL | undefined; readonly microsoft: URL | undefined };
  readonly oauthClients: { readonly google: OAuthClient | undefined; readonly microsoft: OAuthClient | undefined };
}
