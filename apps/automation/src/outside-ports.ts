import type { Broker } from '@psa/events-kit';
import type { Log } from '@psa/observability-kit';
import type { Ports } from './automation-app.ts';
import { childProcessScripts } from './connectors/child-process-scripts.ts';
import { logSmsSender } from './connectors/log-sms-sender.ts';
import { openAiCompatibleModel } from './connectors/openai-compatible-model.ts';
import { systemCommands } from './connectors/system-commands.ts';
import type { OutsideSettings } from './outside-settings.ts';
import { entityServices } from './rpc-clients/entity-services.ts';
import { roles } from './rpc-clients/roles.ts';
import { ruleAuthors } from './rpc-clients/rule-authors.ts';
import { ticketChannels } from './rpc-clients/ticket-channels.ts';
import { mailer } from './rpc-clients/mailer.ts';
import type { LanguageModel } from './ports/language-model.ts';
import { ChatRoom } from './resources/chat/chat-room.ts';
import { StartLimits } from './resources/execution/start-limits.ts';
import { HookLimiter } from './resources/hook/hook-limiter.ts';

type OutsidePorts = Pick<
  Ports,
  | 'publicUrl'
  | 'mailer'
  | 'sms'
  | 'scripts'
  | 'systemCommands'
  | 'entities'
  | 'authors'
  | 'roles'
  | 'ticketChannels'
  | 'limits'
  | 'startLimits'
  | 'hookLimiter'
  | 'languageModel'
  | 'chatTools'
  | 'chatRoom'
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
    roles: roles(broker),
    ticketChannels: ticketChannels(broker),
    limits: {
      mailsPerHour: settings.PSA_AUTOMATION_MAILS_PER_HOUR,
      textMessagesPerHour: settings.PSA_AUTOMATION_TEXT_MESSAGES_PER_HOUR,
      scriptsPerHour: settings.PSA_AUTOMATION_SCRIPTS_PER_HOUR,
      chatTokensPerHour: settings.PSA_AI_TOKENS_PER_HOUR,
    },
    startLimits: new StartLimits({
      rule: settings.PSA_AUTOMATION_STARTS_PER_HOUR_OF_RULE,
      tenant: settings.PSA_AUTOMATION_STARTS_PER_HOUR,
    }),
    hookLimiter: new HookLimiter(),
    languageModel: languageModel(settings),
    chatTools: settings.PSA_AI_TOOLS,
    chatRoom: new ChatRoom(),
  };
}

function languageModel(settings: OutsideSettings): LanguageModel | undefined {
  const { PSA_AI_BASE_URL: baseUrl, PSA_AI_API_KEY: apiKey, PSA_AI_MODEL: chat, PSA_AI_TITLE_MODEL: title = chat } = settings;
  if (baseUrl === undefined || chat === undefined || title === undefined) return undefined;
  return openAiCompatibleModel({ baseUrl, apiKey, models: { chat, title } });
}
