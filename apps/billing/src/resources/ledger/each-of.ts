export interface Refusal {
  readonly code: string;
  readonly message: string;
}

export interface ItemResult {
  readonly id: string;
  readonly refusal?: Refusal;
}

/** Does something to each, once and by itself. @param refusalOf what a failure is answered with; throws what is no refusal */
export async function eachOf(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
  refusalOf: (thrown: unknown) => Refusal,
): Promise<ItemResult[]> {
  const results: ItemResult[] = [];
  for (const id of new Set(ids)) {
    try {
      await work(id);
      results.push({ id });
    } catch (thrown) {
      results.push({ id, refusal: refusalOf(thrown) });
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
