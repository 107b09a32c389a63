import { type ItemRefusal, itemRefusal } from '@psa/contract-kit';

export interface ItemResult {
  readonly id: string;
  readonly refusal?: ItemRefusal;
}

/** Runs work once per id; each succeeds or fails on its own. @throws errors of the service; refusals of an item become its result */
export async function eachOf(ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<ItemResult[]> {
  const results: ItemResult[] = [];
  for (const id of new Set(ids)) {
    try {
      await work(id);
      results.push({ id });
    } catch (thrown) {
      results.push({ id, refusal: itemRefusal(thrown) });
    }
  }
  return results;
}

/** The answer of an operation on several things. */
export function bulkResults(results: readonly ItemResult[]) {
  const failed = results.filter(({ refusal }) => refusal !== undefined).length;
  return {
    total_requested: results.length,
    successful: results.length - failed,
    failed,
    results: results.map(({ id, refusal }) =>
      refusal === undefined ? { id, success: true } : { id, success: false, code: refusal.code, error: refusal.message },
    ),
  };
}
