import { getQuickJS, type QuickJSContext, type QuickJSHandle } from 'quickjs-emscripten';
import { MAX_TRANSFER, type SandboxAnswer, type SandboxOrder } from './sandbox-protocol.ts';

const MEMORY_BYTES = 32 * 1024 * 1024;
const STACK_BYTES = 128 * 1024;
const MAX_PRINTED = 100;
const MAX_LINE = 1000;

/** Loads the machine, which takes longer than most scripts. */
export async function loadQuickJs(): Promise<void> {
  await getQuickJS();
}

/** Runs a script in a machine of its own, which knows nothing but what it is given: no files, no network, no modules, no timers. */
export async function runInQuickJs({ content, input, environment, timeoutMs }: SandboxOrder): Promise<SandboxAnswer> {
  const runtime = (await getQuickJS()).newRuntime({ memoryLimitBytes: MEMORY_BYTES, maxStackSizeBytes: STACK_BYTES });
  const end = Date.now() + timeoutMs;
  let late = false;
  runtime.setInterruptHandler(() => (late = Date.now() > end));
  const context = runtime.newContext();
  const printed: string[] = [];
  const print = context.newFunction('print', (...values: QuickJSHandle[]) => {
    if (printed.length < MAX_PRINTED)
      printed.push(
        values
          .map((value) => asLine(context, value))
          .join(' ')
          .slice(0, MAX_LINE),
      );
  });
  context.setProp(context.global, 'print', print);
  print.dispose();

  // The script is the body of a function, so that it may return; data goes in as text, which can be no code.
  const program = `const input = JSON.parse(${JSON.stringify(JSON.stringify(input ?? null))}), env = JSON.parse(${JSON.stringify(JSON.stringify(environment))});
const console = { log: print, info: print, warn: print, error: print };
const returned = (function () { 'use strict';
${content}
})();
JSON.stringify(returned === undefined ? null : returned)`;
  const result = context.evalCode(program, 'script.js', { type: 'global' });
  if (result.error) {
    const fault = late ? 'The script took too long' : asLine(context, result.error);
    return { ok: false, fault: fault.slice(0, MAX_LINE), printed };
  }
  const json = context.getString(result.value);
  if (json.length > MAX_TRANSFER) return { ok: false, fault: `The script returned more than ${MAX_TRANSFER} characters`, printed };
  return { ok: true, output: json === 'undefined' ? null : JSON.parse(json), printed };
}

function asLine(context: QuickJSContext, handle: QuickJSHandle): string {
  const value: unknown = context.dump(handle);
  if (typeof value === 'object' && value !== null && 'message' in value) {
    const { name, message } = value as { name?: unknown; message: unknown };
    return `${String(name ?? 'Error')}: ${String(message)}`;
  }
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
}
