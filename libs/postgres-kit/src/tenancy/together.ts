import { MissingCopy } from './missing-copy.ts';

const IN_FAILED_TRANSACTION = '25P02';

/**
 * Waits for parts of a transaction that go on side by side, so that their statements leave together.
 * @returns what each came to
 * @throws what the first of them that failed, in the order given, failed for; once all have ended, so that none goes on after the transaction
 */
export async function together<Results extends readonly unknown[]>(
  ...parts: { readonly [Index in keyof Results]: Promise<Results[Index]> }
): Promise<Results> {
  const ended = await Promise.allSettled(parts);
  const reasons = ended.filter((one) => one.status === 'rejected').map(({ reason }): unknown => reason);
  if (reasons.length > 0) throw causeOf(reasons);
  return ended.map((one) => (one as PromiseFulfilledResult<unknown>).value) as unknown as Results;
}

function causeOf(reasons: readonly unknown[]): unknown {
  // Once one statement has failed Postgres refuses those after it: that is not what was wrong.
  const cause = reasons.find((reason) => (reason as { code?: string } | null)?.code !== IN_FAILED_TRANSACTION) ?? reasons[0];
  return cause instanceof MissingCopy ? MissingCopy.all(reasons.filter((reason) => reason instanceof MissingCopy)) : cause;
}
