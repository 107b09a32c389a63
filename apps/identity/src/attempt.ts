import type { BulkError } from '@psa/contracts-identity';
import { toApiError } from '@psa/http-kit';

/** What became of one of several things. */
export type Outcome<T> = { readonly done: T } | { readonly error: BulkError };

/** Does one of several things; why it cannot be done is told of it alone. */
export async function attempt<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { done: await work() };
  } catch (thrown) {
    const { code, message, details } = toApiError(thrown);
    return { error: { code, message, ...(details === undefined ? {} : { details }) } };
  }
}
