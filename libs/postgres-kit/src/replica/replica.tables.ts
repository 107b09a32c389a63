import type { ColumnType } from 'kysely';
import type { TenantColumn } from '../tenancy/tables.ts';

/** What is known of a copy beside the copy itself. */
export interface ReplicaState {
  /** Gone where it came from; the copy stays, for what still shows it. */
  readonly is_deleted: boolean;
  /** Of the fact that is known; older ones are ignored. */
  readonly version: number;
}

/** A table made by `createReplicaTable` for copies of such a shape. */
export type ReplicaTable<Copy extends object> = Copy & {
  tenant: TenantColumn;
  is_deleted: ColumnType<boolean, boolean | undefined, boolean>;
  version: number;
};
