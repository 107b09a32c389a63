import { SANDBOX_COMMAND } from './sandbox/sandbox-protocol.ts';

if (process.argv[2] === SANDBOX_COMMAND) {
  const { serveSandbox } = await import('./sandbox/serve-sandbox.ts');
  await serveSandbox();
} else {
  const [{ runService }, { automationService }] = await Promise.all([import('@psa/service-kit'), import('./automation-service.ts')]);
  await runService(automationService);
}
