import type { Broker } from '@psa/events-kit';
import type { Log } from '@psa/observability-kit';
import type { Ports } from './automation-app.ts';
import { childProcessScripts } from './connectors/child-process-scripts.ts';
import { logSmsSender } from './connectors/log-sms-sender.ts';
import { systemCommands } from './connectors/system-commands.ts';
import type { OutsideSettings } from './outside-settings.ts';
import { entityServices } from './rpc-clients/entity-services.ts';
import { ruleAuthors } from './rpc-clients/rule-authors.ts';
import { mailer } from './rpc-clients/mailer.ts';
import { HookLimiter } from './resources/hook/hook-limiter.ts';

type OutsidePorts = Pick<
  Ports,
  'publicUrl' | 'mailer' | 'sms' | 'scripts' | 'systemCommands' | 'entities' | 'authors' | 'limits' | 'hookLimiter'
>;

/** What rules reach outside the service. @param main the service's program, which scripts are run by */
export function outsidePorts(settings: OutsideSettings, broker: Broker, log: Log, main: string): OutsidePorts {
  return {
    publicUrl: settings.PSA_PUBLIC_URL,
    mailer: mailer(broker),
    sms: logSmsSender(log),
    scripts: childProcessScripts(main),
    systemCommands: systemCommands(settings.PSA_SYSTEM_COMMANDS),
    entities: entityServices(broker),
    authors: ruleAuthors(broker),
    limits: {
      mailsPerHour: settings.PSA_AUTOMATION_MAILS_PER_HOUR,
      textMessagesPerHour: settings.PSA_AUTOMATION_TEXT_MESSAGES_PER_HOUR,
      scriptsPerHour: settings.PSA_AUTOMATION_SCRIPTS_PER_HOUR,
    },
    hookLimiter: new HookLimiter(),
  };
}
