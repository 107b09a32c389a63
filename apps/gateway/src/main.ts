import { createLog, exitOnFaultySettings, readSettings, redactSettings, stopOnSignal } from '@psa/service-kit';
import { gatewaySettings } from './gateway-settings.ts';
import { startGateway } from './start-gateway.ts';

await exitOnFaultySettings(async () => {
  const settings = readSettings(gatewaySettings, process.env);
  if (process.argv[2] === '--print-config') {
    process.stdout.write(`${JSON.stringify(redactSettings(gatewaySettings, settings), null, 2)}\n`);
    return;
  }
  const log = createLog('gateway', settings.PSA_LOG_LEVEL);
  const gateway = await startGateway({ settings, log });
  stopOnSignal(() => gateway.stop(), log);
});
