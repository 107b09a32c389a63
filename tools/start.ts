import { ensureDemoTenant } from './demo/ensure-demo-tenant.ts';
import { lockHome } from './local/home-lock.ts';
import { homePath, openHome, type Home } from './local/home.ts';
import { Refusal } from './local/refusal.ts';
import { PLAIN_SHAPE, processesOf } from './local/stack-shape.ts';
import { startStack } from './local/stack.ts';
import { step } from './local/step.ts';
import { aborted, onStopRequest } from './local/stop-request.ts';
import type { DevFile } from './local/dev-file.ts';

const stopRequest = onStopRequest();
process.exit(await main());

async function main(): Promise<number> {
  const home = openHome(homePath());
  const undos: (() => Promise<void> | void)[] = [];
  try {
    const lock = await lockHome(home, stopRequest);
    undos.push(() => lock.release());
    console.log(`Starting PSA in ${home.path}`);
    const begun = performance.now();
    const stack = await startStack(home, process.env, (undo) => undos.push(undo), stopRequest, {
      ...PLAIN_SHAPE,
      processes: processesOf(process.env),
    });
    const dev = await step(
      'demo tenant',
      () => ensureDemoTenant(home, stack, stopRequest),
      ({ tenantSlug }) => tenantSlug,
    );
    lock.update({ state: 'running', baseUrl: stack.baseUrl });
    console.log(welcome(home, dev, (performance.now() - begun) / 1000));
    await aborted(stopRequest);
    lock.update({ state: 'stopping', baseUrl: stack.baseUrl });
    console.log('Stopping…');
    return 0;
  } catch (error) {
    if (stopRequest.aborted) return 0;
    console.error(error instanceof Refusal ? error.message : error);
    return 1;
  } finally {
    for (const undo of undos.reverse()) await Promise.resolve(undo()).catch((error: unknown) => console.error(error));
    if (stopRequest.aborted) console.log('Stopped.');
  }
}

function welcome(home: Home, { baseUrl, apiKey }: DevFile, seconds: number): string {
  return [
    '',
    `PSA is up after ${seconds.toFixed(1)} s.`,
    '',
    `  address    ${baseUrl}`,
    `  API key    ${apiKey}`,
    `  all of it  ${home.file('dev.json')}`,
    `  logs       ${home.file('logs')}`,
    '',
    'Your first request:',
    '',
    `  curl -H 'x-api-key: ${apiKey}' '${baseUrl}/api/v1/assets?limit=3'`,
    '',
    'Ctrl-C stops everything.',
    '',
  ].join('\n');
}
