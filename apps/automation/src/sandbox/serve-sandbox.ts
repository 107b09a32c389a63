import { text } from 'node:stream/consumers';
import type { SandboxAnswer, SandboxOrder } from './sandbox-protocol.ts';
import { loadQuickJs, runInQuickJs } from './run-in-quickjs.ts';

/** Runs the one script that arrives on standard input, answers on standard output, and ends. */
export async function serveSandbox(): Promise<void> {
  const order = JSON.parse(await text(process.stdin)) as SandboxOrder;
  await loadQuickJs();
  // Tells that the time of the script begins; white space before a JSON text means nothing.
  process.stdout.write(' ');
  const answer: SandboxAnswer = await runInQuickJs(order);
  await new Promise<void>((resolve) => {
    process.stdout.write(JSON.stringify(answer), () => resolve());
  });
  process.exit(0);
}
