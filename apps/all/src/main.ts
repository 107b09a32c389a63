import { SANDBOX_COMMAND } from '../../automation/src/sandbox/sandbox-protocol.ts';

if (process.argv[2] === SANDBOX_COMMAND) {
  const { serveSandbox } = await import('../../automation/src/sandbox/serve-sandbox.ts');
  await serveSandbox();
} else {
  const { runAll } = await import('./run-all.ts');
  await runAll();
}
