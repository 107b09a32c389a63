import { ScriptFault } from '../../ports/script-runner.ts';
import { ActionError } from './action-error.ts';
import type { ActionRunner } from './action-runner.ts';

/** Runs a program of the rule's writer; what it returns is the output. */
export const runCustomScript: ActionRunner<'custom_script'> = async (
  { script_content, environment_variables = {}, timeout_seconds },
  { ports, known, timeoutMs, signal, log },
) => {
  try {
    const { output, printed } = await ports.scripts.run({
      content: script_content,
      input: known,
      environment: environment_variables,
      timeoutMs: Math.min(timeoutMs, timeout_seconds * 1000),
      signal,
    });
    for (const line of printed) log('info', line);
    return output;
  } catch (error) {
    if (error instanceof ScriptFault) throw new ActionError(error.message, false);
    throw error;
  }
};
