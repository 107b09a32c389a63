import type { Broker } from '@psa/events-kit';
import type { Log } from '@psa/observability-kit';
import type { Ports } from './automation-app.ts';
import { childProcessScripts } from './connectors/child-process-scripts.ts';
import { logSmsSender } from './connectors/log-sms-sender.ts';
import { systemCommands } from './connectors/system-commands.ts';
import type { OutsideSettings } from './outside-settings.ts';
import { entityServices } from './rpc-clients/entity-services.ts';
import { mailer } from './rpc-clients/mailer.ts';
import { HookLimiter } from './resources/hook/hook-limiter.ts';

type OutsidePorts = Pick<Ports, 'publicUrl' | 'mailer' | 'sms' | 'scripts' | 'systemCommands' | 'entities' | 'hookLimiter'>;

/** What rules reach outside the service. @param main the service's program, which scripts are run by */
export function outsidePorts(settings: OutsideSettings, broker: Broker, log: Log, main: string): OutsidePorts {
  return {
    publicUrl: settings.PSA_PUBLIC_URL,
    mailer: mailer(broker),
    sms: logSmsSender(log),
    scripts: childProcessScripts(main),
    systemCommands: systemCommands(settings.PSA_SYSTEM_COMMANDS),
    entities: entityServices(broker),
    hookLimiter: new HookLimiter(),
  };
}
