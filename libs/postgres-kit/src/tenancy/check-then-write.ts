import { type ItemRefusal, itemRefusal } from '@psa/contract-kit';

/** What became of one item of a bulk request. */
export type ItemOutcome<Result> = { readonly result: Result } | { readonly refusal: ItemRefusal };

/**
 * Does what a bulk request wants of each of its items, one after another and each by itself. All are checked before the first is written:
 * a transaction that misses a copy of another service's row is run again from its beginning, and would be for each thing its items name.
 * @param check outside of a transaction unless one is open already; whatever other services are asked belongs here
 * @returns what became of each, in the order of the items
 * @throws what is no refusal but a failure, at once
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
