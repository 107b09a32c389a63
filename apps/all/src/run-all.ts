import { runTogether } from '@psa/service-kit';
import { gatewaySettingsBesideServices, upstreamSettings } from '../../gateway/src/gateway-settings.ts';
import { startGateway } from '../../gateway/src/start-gateway.ts';
import { services } from './services.ts';

/** The gateway and every service in one process. */
export async function runAll(): Promise<void> {
  await runTogether({
    name: 'all',
    services,
    gateway: {
      name: 'gateway',
      settings: gatewaySettingsBesideServices,
      start: ({ settings, urls, ...tools }) => startGateway({ settings: { ...settings, ...upstreamSettings(urls) }, ...tools }),
    },
  });
}
