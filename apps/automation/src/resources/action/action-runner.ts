import type { ActionConfig, ActionType, LogLevel } from '@psa/contracts-automation';
import type { RequestContext } from '@psa/postgres-kit';
import type { Ports } from '../../automation-app.ts';

/** What an action finds when it runs. */
export interface ActionWork {
  readonly ports: Ports;
  /** In whose name: the rule's, in the chain of causes it stands in. */
  readonly context: RequestContext;
  readonly rule: { readonly rule_id: string; readonly name: string };
  readonly executionId: string;
  /** The same however often the action is tried: whoever is called takes it once. */
  readonly idempotencyKey: string;
  /** What conditions and placeholders see. */
  readonly known: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
  /** Ends the attempt. */
  readonly signal: AbortSignal;
  readonly log: (level: LogLevel, message: string, metadata?: Record<string, unknown>) => void;
}

/** Does what one type of action does. @returns the output of the action @throws ActionError, or what {@link toActionError} knows */
export type ActionRunner<T extends ActionType> = (config: ActionConfig<T>, work: ActionWork) => Promise<unknown>;
