import type { ColumnType } from 'kysely';

/** The tenant column: readable, filled by the database from the session's tenant, never written by code. */
export type TenantColumn = ColumnType<string, never, never>;

/** Every table of a service belongs to tenants; a table type without the column does not compile. */
export type TenantTables<Tables> = { [Name in keyof Tables]: { tenant: TenantColumn } };

/** A timestamp filled by the database or written as ISO text. */
export type TimestampColumn = ColumnType<string, string | undefined, string>;
export type NullableTimestampColumn = ColumnType<string | null, string | null | undefined, string | null>;

/** Row version, 1 at creation, raised by every change of the aggregate. */
export type VersionColumn = ColumnType<number, number | undefined, number>;

/** A jsonb column: objects out, JSON text in (`JSON.stringify` at the border keeps arrays from becoming Postgres arrays). */
export type JsonColumn<T> = ColumnType<T, string | null | undefined, string | null>;
