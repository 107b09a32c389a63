import { createHash } from 'node:crypto';

/** Say nothing of a change: they differ whenever anything else does. */
const BOOKKEEPING = new Set(['version', 'updated_at']);

/** Names of the members that differ; none where there is no before or no after. */
export function changedFields(before: object | undefined, after: object | undefined): string[] {
  if (before === undefined || after === undefined) return [];
  const was = before as Record<string, unknown>;
  const is = after as Record<string, unknown>;
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...names].filter((name) => !BOOKKEEPING.has(name) && canonical(was[name]) !== canonical(is[name])).sort();
}

/**
 * The hash of a row as it stood. Who has kept the row can show that it was this one; without it the hash tells nothing:
 * keyed by the event, equal rows have different hashes.
 */
export function digestOf(auditId: string, row: object | undefined): string | null {
  return row === undefined
    ? null
    : createHash('sha256')
        .update(`${auditId}\n${canonical(row)}`)
        .digest('hex');
}

/** JSON with members in order: the same row has one text, whatever the order of its columns. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, member: unknown) => {
      if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
      return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
    }) ?? 'undefined'
  );
}
