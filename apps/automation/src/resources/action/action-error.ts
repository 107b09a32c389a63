import { ApiError } from '@psa/contract-kit';
import { EgressError } from '@psa/egress-kit';

/** An action did not succeed. The message is for whoever wrote the rule. */
export class ActionError extends Error {
  /** Whether it may succeed when it is tried again. */
  readonly isPassing: boolean;
  /** What there is to show of the failure, such as the answer of a server. */
  readonly output: unknown;

  constructor(message: string, isPassing: boolean, output?: unknown) {
    super(message);
    this.name = 'ActionError';
    this.isPassing = isPassing;
    this.output = output;
  }
}

const PASSING_FAULTS = new Set(['dns', 'connect', 'timeout', 'unknown']);

/** What an action threw, as what a rule's writer may know of it. */
export function toActionError(thrown: unknown): ActionError {
  if (thrown instanceof ActionError) return thrown;
  if (thrown instanceof EgressError)
    return new ActionError(
      thrown.fault === 'forbidden' ? `The address ${thrown.message}` : thrown.message,
      PASSING_FAULTS.has(thrown.fault),
    );
  if (thrown instanceof ApiError) {
    const passing = thrown.status === 429 || thrown.status >= 500;
    return new ActionError(`${thrown.message} (${thrown.code})${issuesOf(thrown)}`, passing);
  }
  return new ActionError('The action failed inside the product', true);
}

function issuesOf({ details }: ApiError): string {
  if (!Array.isArray(details)) return '';
  const issues = details.filter((issue): issue is { path: unknown[]; message: string } =>
    Array.isArray((issue as { path?: unknown })?.path),
  );
  return issues.length === 0 ? '' : `: ${issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`;
}
