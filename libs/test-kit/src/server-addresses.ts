/** Where the tests find a real Postgres and a real NATS. */
export interface TestServers {
  /** Superuser's address. */
  readonly databaseUrl: string;
  /** `host:port` of a NATS server whose accounts T0 to T1999 have JetStream each. */
  readonly natsHost: string;
  readonly natsPassword: string;
}
