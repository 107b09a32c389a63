/** That the tenant of one table is that of another, such as a row beside it, or the row around a subselect. */
const SAME_TENANT = /((?:"\w+"|\b\w+)\.(?:"tenant"|tenant\b))\s*=\s*(?:"\w+"|\b\w+)\.(?:"tenant"|tenant\b)/g;

/** Texts that are remembered; clients that make up filters must not fill the memory. */
const MAX_TEXTS = 1_000;

const pinned = new Map<string, string>();

/**
 * Names the tenant wherever a statement says that two tables have the same one. Postgres concludes that for tables it joins, and Citus
 * from it where a statement's rows are, but not for subselects of which Postgres makes no join, nor for lateral ones: Citus would ask
 * all pieces for their tables. Row-level security lets through rows of that tenant alone, so that the result stays the same.
 * @param parameters of the statement so far; where it changes, the tenant becomes the one after them
 */
export function pinTenant(text: string, parameters: number): string {
  const known = pinned.get(text);
  if (known !== undefined) return known;
  const named = text.replaceAll(SAME_TENANT, (same, one: string) => `${same} and ${one} = $${parameters + 1}`);
  if (pinned.size < MAX_TEXTS) pinned.set(text, named);
  return named;
}
