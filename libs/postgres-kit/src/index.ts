export { changedMembers } from './list/changed-members.ts';
export { type CitusNode, citusNodes, isCitus } from './citus/citus-nodes.ts';
export { DEFAULT_SHARDS, distributeTenants, type TenantDistribution, tenantShards } from './citus/distribute-tenants.ts';
export { schemaForm, type SchemaForm } from './citus/known-schema.ts';
export { drainNode, isolateTenant, rebalanceTenants } from './citus/move-tenants.ts';
export { placeSchema } from './citus/place-schema.ts';
export { clockSkew } from './driver/clock-skew.ts';
export { Database, type DatabaseOptions, type Sql } from './driver/database.ts';
export { createKitTables, createSecretTables, createTenantTable, openToWorker, type MigrationDb } from './tenancy/ddl.ts';
export { type BatchDeletion, deleteInBatches } from './retention/delete-in-batches.ts';
export {
  claimIdempotencyKey,
  findStoredAnswer,
  type IdempotencyClaim,
  releaseIdempotencyKey,
  renewIdempotencyKey,
  storeAnswer,
  type StoredAnswer,
} from './delivery/idempotency.ts';
export { type Query, recordInInbox, recordUnlessFound } from './delivery/inbox.ts';
export { withIsoTimestamps } from './driver/json-timestamps.ts';
export { type ConcurrentIndex, createIndexConcurrently } from './migration/create-index-concurrently.ts';
export { createRoles, migrate, MigrationError, pendingMigrations, isTransient } from './migration/migrate.ts';
export type { Migration, MigrationProgress, OutsideStep } from './migration/migration.ts';
export { appendToOutbox } from './delivery/outbox.ts';
export { lookedUp, type Pointer } from './list/looked-up.ts';
export { KeptPages, type KeptQuery, WHOLE_LIST } from './list/kept-pages.ts';
export { type ListOrder, type MemoryOrder, type Page, pageOf, readPage } from './list/page.ts';
export { changeByTenant } from './queue/change-by-tenant.ts';
export { type Claim, claimStatement } from './queue/claim-statement.ts';
export { createQueueTable } from './queue/create-queue-table.ts';
export { RowClaim, type RowClaimOptions } from './queue/row-claim.ts';
export { type ClaimedJob, type DeadJob, type NewJob, WorkQueue } from './queue/work-queue.ts';
export { lockInTenant, tryLockInTenant } from './tenancy/lock-in-tenant.ts';
export { checkThenWrite, type ItemOutcome } from './tenancy/check-then-write.ts';
export { fetchCopy, MissingCopy, withCopies } from './tenancy/missing-copy.ts';
export { createReplicaTable } from './replica/create-replica-table.ts';
export type { ReplicaTable } from './replica/replica.tables.ts';
export { type Fact, Replica } from './replica/replica.ts';
export type { Merged } from './driver/merge-deferred.ts';
export { addToRowCount, readRowCount } from './list/row-count.ts';
export { VersionedMemory } from './list/versioned-memory.ts';
export { createSetNullKey, type SetNullKey } from './tenancy/set-null-key.ts';
export { demandRow, isUnmet } from './tenancy/at-once.ts';
export { insertSelected } from './tenancy/insert-selected.ts';
export { type Statement, statement } from './tenancy/statement.ts';
export type { JsonColumn, NullableTimestampColumn, TenantColumn, TenantTables, TimestampColumn, VersionColumn } from './tenancy/tables.ts';
export { TenantBuilder } from './tenancy/tenant-builder.ts';
export { together } from './tenancy/together.ts';
export { TenantDb } from './tenancy/tenant-db.ts';
export { type Origin, type RequestContext, type ScopeCore, TenantScope, TenantTx, type TransactionCore } from './tenancy/tenant-scope.ts';
export { createTextFunctions, createTextIndex, textCondition, type TextIndex, textPattern } from './list/text-index.ts';
export { containsPattern } from './list/text-search.ts';
export { assertOutsideTransaction, besideLockTransaction, guardOutsideCalls, trackOutsideCalls } from './driver/outside-calls.ts';
export { isRetryable, withRetry } from './driver/retry.ts';
export { LazyTransaction } from './tenancy/lazy-transaction.ts';
export { violates } from './driver/violates.ts';
export { createExternalIdTable } from './external-ids/create-external-id-table.ts';
export { ExternalIds } from './external-ids/external-ids.ts';
