import { type ItemRefusal, itemRefusal } from '@psa/contract-kit';

/** Outcome of one item of a bulk request. */
export type ItemOutcome<Result> = { readonly result: Result } | { readonly refusal: ItemRefusal };

/**
 * Processes the items of a bulk request one after another; each succeeds or fails on its own. All items are checked before the first is
 * written, so that calls to other services happen before the transaction of the request begins. A transaction that lacks a copy of
 * another service's row runs again from the start, which would otherwise happen for every row the items refer to.
 * @param check makes all calls to other services
 * @param write gets what `check` returned; does not run for refused items
 * @returns the outcome of each item, in the order of the items
 * @throws errors of the service at once; the remaining items are skipped
 */
export async function checkThenWrite<Item, Checked, Result>(
  items: readonly Item[],
  check: (item: Item) => Promise<Checked>,
  write: (checked: Checked) => Promise<Result>,
): Promise<ItemOutcome<Result>[]> {
  const checks: ItemOutcome<Checked>[] = [];
  for (const item of items) checks.push(await outcomeOf(check(item)));
  const outcomes: ItemOutcome<Result>[] = [];
  for (const checked of checks) outcomes.push('refusal' in checked ? checked : await outcomeOf(write(checked.result)));
  return outcomes;
}

async function outcomeOf<Result>(work: Promise<Result>): Promise<ItemOutcome<Result>> {
  try {
    return { result: await work };
  } catch (thrown) {
    return { refusal: itemRefusal(thrown) };
  }
}
