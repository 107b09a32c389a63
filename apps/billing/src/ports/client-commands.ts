import type { RequestContext } from '@psa/postgres-kit';

/** Changes of clients, made by the clients service as its API would make them. A command that is repeated with its key has no further effect. */
export interface ClientCommands {
  rename(context: RequestContext, clientId: string, clientName: string, key: string): Promise<void>;
  /** @returns its id */
  create(context: RequestContext, clientName: string, key: string): Promise<string>;
}
