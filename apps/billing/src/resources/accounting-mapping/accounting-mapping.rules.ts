import type { AccountingMappingRow } from './accounting-mapping.tables.ts';

export type WantedMapping = Pick<AccountingMappingRow, 'local_key' | 'external_id' | 'account_type' | 'is_default'>;

export interface MappingPlan {
  /** Rows to insert or to write over the one with the same key. */
  readonly upserts: readonly WantedMapping[];
  /** Defaults to clear first: two of one type would break the unique index, even between the rows of one statement. */
  readonly noLongerDefault: readonly string[];
  readonly deletions: readonly string[];
}

/** What to write so that the wanted mappings stand. Other rows stay unless they are replaced, and give way as the default. */
export function planMappings(existing: readonly AccountingMappingRow[], wanted: readonly WantedMapping[], replace: boolean): MappingPlan {
  const before = new Map(existing.map((row) => [row.local_key, row]));
  const upserts = wanted.filter((row) => !isSame(before.get(row.local_key), row));
  const written = new Set(upserts.map(({ local_key }) => local_key));
  const named = new Set(wanted.map(({ local_key }) => local_key));
  const newDefaults = new Set(wanted.filter(({ is_default }) => is_default).map(({ account_type }) => account_type));
  const others = existing.filter(({ local_key }) => !named.has(local_key));
  const givesWay = (row: AccountingMappingRow) =>
    written.has(row.local_key) || (!named.has(row.local_key) && !replace && newDefaults.has(row.account_type));
  return {
    upserts,
    noLongerDefault: existing.filter((row) => row.is_default && givesWay(row)).map(({ mapping_id }) => mapping_id),
    deletions: replace ? others.map(({ mapping_id }) => mapping_id) : [],
  };
}

function isSame(row: AccountingMappingRow | undefined, wanted: WantedMapping): boolean {
  return row?.external_id === wanted.external_id && row.account_type === wanted.account_type && row.is_default === wanted.is_default;
}
