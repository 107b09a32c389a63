import type { Actor } from '@psa/contract-kit';
import type { Origin, TenantScope, TenantTx } from '@psa/postgres-kit';
import type { Tables } from './tables.ts';

export type Db = TenantScope<Tables>;
export type Tx = TenantTx<Tables>;

/** Who has work done, in which chain of causes, and from where. */
export interface DoneBy {
  readonly actor: Actor;
  readonly correlationId: string;
  readonly origin?: Origin;
}
