import { runProcess } from '@psa/service-kit';
import { gatewaySettings } from './gateway-settings.ts';
import { startGateway } from './start-gateway.ts';

await runProcess({ name: 'gateway', settings: gatewaySettings, start: startGateway });
