import type { RequestContext } from '@psa/postgres-kit';

/** Starts workflows for the actions of rules and of other workflows. */
export interface Workflows {
  /**
   * Starts a workflow, once for each key however often it is called.
   * @throws VALIDATION_ERROR for an unknown workflow, CONFLICT for one that is not active and for what would be a loop
   */
  start(
    context: RequestContext,
    start: { readonly workflow_name: string; readonly context_data: Readonly<Record<string, unknown>>; readonly idempotencyKey: string },
  ): Promise<{ execution_id: string }>;
}
