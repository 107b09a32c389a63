import type { AccountingReconciliation } from '@psa/contracts-billing';

/** A document on one side. Totals are in minor units; those of credit notes negative, those of void documents 0. */
export interface Side {
  readonly month: string;
  readonly currency_code: string;
  readonly number: string | null;
  readonly total: number;
  readonly isVoided: boolean;
}
export interface Pair {
  readonly invoice_id: string | null;
  readonly qbo_invoice_id: string | null;
  readonly local: Side | undefined;
  readonly external: Side | undefined;
}

/** Differences one comparison lists. */
const MAX_DIFFERENCES = 1_000;

/** Totals of both sides by month and currency, and the documents that differ. */
export function compareBooks(pairs: readonly Pair[]): Pick<AccountingReconciliation, 'is_equal' | 'months' | 'differences'> {
  const months = new Map<string, AccountingReconciliation['months'][number]>();
  const add = (side: Side | undefined, member: 'local_total' | 'external_total') => {
    if (side === undefined) return;
    const key = `${side.month} ${side.currency_code}`;
    const row = months.get(key) ?? {
      month: side.month,
      currency_code: side.currency_code,
      local_total: 0,
      external_total: 0,
      difference: 0,
    };
    const changed = { ...row, [member]: row[member] + side.total };
    months.set(key, { ...changed, difference: changed.external_total - changed.local_total });
  };
  for (const { local, external } of pairs) {
    add(local, 'local_total');
    add(external, 'external_total');
  }
  const differences = pairs.flatMap((pair) => {
    const message = differenceOf(pair);
    if (message === undefined) return [];
    const { invoice_id, qbo_invoice_id, local, external } = pair;
    const number = local?.number ?? external?.number ?? null;
    return [{ invoice_id, number, qbo_invoice_id, local_total: local?.total ?? null, external_total: external?.total ?? null, message }];
  });
  return {
    is_equal: differences.length === 0,
    months: [...months.values()].toSorted((a, b) => (a.month + a.currency_code < b.month + b.currency_code ? -1 : 1)),
    differences: differences.slice(0, MAX_DIFFERENCES),
  };
}

function differenceOf({ local, external, qbo_invoice_id }: Pair): string | undefined {
  if (local === undefined) return 'QuickBooks has a document that is not linked: import it, or void it there';
  if (external === undefined)
    return qbo_invoice_id === null ? 'It was not exported' : 'Its document is gone from QuickBooks, or has a date outside of the range';
  if (local.isVoided !== external.isVoided)
    return local.isVoided ? 'It is void here alone: export it again' : 'It is void in QuickBooks alone';
  if (local.currency_code !== external.currency_code) return 'The currencies differ';
  if (local.total !== external.total) return 'The totals differ';
  return local.month === external.month ? undefined : 'The dates are in different months';
}
