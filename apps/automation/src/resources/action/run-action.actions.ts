import { setTimeout as sleep } from 'node:timers/promises';
import { type Action, type ActionConfig, actionConfigs, type ActionType } from '@psa/contracts-automation';
import { interpolate } from '@psa/conditions';
import { CommandFault } from '../../ports/system-commands.ts';
import { ActionError, toActionError } from './action-error.ts';
import type { ActionRunner, ActionWork } from './action-runner.ts';
import { meterAction } from './meter.ts';
import { runCustomScript } from './custom-script.ts';
import { runEmailNotification } from './email-notification.ts';
import {
  runDatabaseUpdate,
  runInvoiceGeneration,
  runProjectUpdate,
  runTicketCreation,
  runTicketUpdate,
  runTimeEntryCreation,
} from './entity-actions.ts';
import { runWebhookCall } from './webhook-call.ts';

const DEFAULT_TIMEOUT_SECONDS = 30;
/** Scripts wait for a process and are ended from outside by themselves. */
const SCRIPT_GRACE_MS = 30_000;

const runSmsNotification: ActionRunner<'sms_notification'> = async ({ phone_numbers, message, sender_id }, { ports, idempotencyKey }) => {
  for (const [index, to] of phone_numbers.entries())
    await ports.sms.send({ to, message, senderId: sender_id, idempotencyKey: `${idempotencyKey}.${index}` });
  return { recipients: phone_numbers.length };
};

const runSystemCommand: ActionRunner<'system_command'> = async ({ command_id, args = {} }, { ports, timeoutMs, signal }) => {
  try {
    return await ports.systemCommands.run({ commandId: command_id, args, timeoutMs, signal });
  } catch (error) {
    if (error instanceof CommandFault) throw new ActionError(error.message, false);
    throw error;
  }
};

const runWorkflowExecution: ActionRunner<'workflow_execution'> = ({ workflow_name, context_data }, { ports, context, idempotencyKey }) =>
  ports.workflows.start(context, { workflow_name, context_data: context_data ?? {}, idempotencyKey });

const runners: { readonly [T in ActionType]: ActionRunner<T> } = {
  email_notification: runEmailNotification,
  sms_notification: runSmsNotification,
  webhook_call: runWebhookCall,
  database_update: runDatabaseUpdate,
  ticket_creation: runTicketCreation,
  ticket_update: runTicketUpdate,
  project_update: runProjectUpdate,
  time_entry_creation: runTimeEntryCreation,
  invoice_generation: runInvoiceGeneration,
  custom_script: runCustomScript,
  workflow_execution: runWorkflowExecution,
  system_command: runSystemCommand,
};

/** What came of an action, after all its attempts. */
export type Outcome = Success | Failure;

/** What came of an attempt: of one that failed in passing, when the next follows. */
export type Attempt = Success | (Failure & { readonly retry_in_ms?: number });

interface Success {
  readonly is_success: true;
  readonly attempts: number;
  readonly output: unknown;
}

interface Failure {
  readonly is_success: false;
  readonly attempts: number;
  readonly output: unknown;
  readonly error_message: string;
}

/**
 * Does one action, as often as it may be tried.
 * @throws whatever `work.signal` was ended with: then the action has not come to an end
 */
export async function runAction(action: Action, work: Omit<ActionWork, 'timeoutMs'>): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await tryAction(action, work, attempt);
    if (outcome.is_success || outcome.retry_in_ms === undefined) return outcome;
    const { error_message, retry_in_ms } = outcome;
    work.log('warn', `Attempt ${attempt} failed: ${error_message}`, { next_in_ms: Math.round(retry_in_ms) });
    await sleep(retry_in_ms, undefined, { signal: work.signal, ref: false });
  }
}

/**
 * Does one action once.
 * @param attempt its number, from 1
 * @throws whatever `work.signal` was ended with: then the action has not come to an end
 */
export async function tryAction(action: Action, work: Omit<ActionWork, 'timeoutMs'>, attempt: number): Promise<Attempt> {
  const { type } = action;
  let config: ActionConfig<ActionType>;
  try {
    config = filledConfig(action, work.known);
  } catch (error) {
    return { is_success: false, attempts: attempt - 1, output: null, error_message: (error as Error).message };
  }
  const retries = action.retry_attempts ?? (type === 'webhook_call' ? (config as ActionConfig<'webhook_call'>).retry_attempts : 0);
  try {
    return { is_success: true, attempts: attempt, output: await attemptOnce(action, config, work) };
  } catch (thrown) {
    work.signal.throwIfAborted();
    const error = toActionError(thrown);
    if (!(thrown instanceof ActionError) && error.message.includes('inside the product'))
      work.ports.log.error({ err: thrown, action: type, execution_id: work.executionId }, 'an action failed');
    const failure: Failure = { is_success: false, attempts: attempt, output: error.output ?? null, error_message: error.message };
    return attempt > retries || !error.isPassing ? failure : { ...failure, retry_in_ms: pauseAfter(attempt) };
  }
}

async function attemptOnce(action: Action, config: ActionConfig<ActionType>, work: Omit<ActionWork, 'timeoutMs'>): Promise<unknown> {
  const own = (config as { timeout_seconds?: number }).timeout_seconds;
  const timeoutMs = Math.min(action.timeout_seconds ?? own ?? DEFAULT_TIMEOUT_SECONDS, own ?? Infinity) * 1000;
  const timeout = AbortSignal.timeout(timeoutMs + (action.type === 'custom_script' ? SCRIPT_GRACE_MS + timeoutMs : 0));
  const signal = AbortSignal.any([work.signal, timeout]);
  const run = runners[action.type] as ActionRunner<ActionType>;
  let forget = () => {};
  const ended = new Promise<never>((_, reject) => {
    const stop = () =>
      reject(timeout.aborted ? new ActionError(`The action took longer than ${timeoutMs / 1000} s`, true) : (work.signal.reason as Error));
    signal.addEventListener('abort', stop, { once: true });
    forget = () => signal.removeEventListener('abort', stop);
  });
  try {
    const metered = meterAction(action.type, config, work).then(() => run(config as never, { ...work, timeoutMs, signal }));
    return await Promise.race([metered, ended]);
  } finally {
    forget();
  }
}

/** The configuration with its gaps filled, held against its schema once more. @throws ActionError naming what it lacks */
function filledConfig({ type, config }: Action, known: unknown): ActionConfig<ActionType> {
  const html = type === 'email_notification' && config['is_html'] === true;
  // A script is a program and no text with gaps: what it is given it finds in `input`.
  const { script_content, body, ...rest } = config;
  const filled = {
    ...(interpolate(rest, known) as object),
    ...(body === undefined ? {} : { body: interpolate(body, known, html ? { encode: escapeHtml } : {}) }),
    ...(script_content === undefined ? {} : { script_content }),
  };
  const texts = ['subject', 'message'].filter((name) => name in filled && typeof (filled as Record<string, unknown>)[name] !== 'string');
  for (const name of texts) Object.assign(filled, { [name]: JSON.stringify((filled as Record<string, unknown>)[name]) });
  if (type === 'email_notification' && typeof (filled as { body?: unknown }).body !== 'string')
    Object.assign(filled, { body: JSON.stringify((filled as { body?: unknown }).body ?? '') });
  const parsed = actionConfigs[type].safeParse(filled);
  if (parsed.success) return parsed.data;
  throw new ActionError(
    `The configuration cannot be used: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`,
    false,
  );
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] as string);
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Full jitter: what failed together does not come back together. */
function pauseAfter(attempt: number): number {
  return Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
}
