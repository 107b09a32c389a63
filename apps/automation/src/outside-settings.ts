import { secret } from '@psa/service-kit';
import { z } from 'zod';
import { SystemCommandList } from './connectors/system-commands.ts';

const Limit = z.coerce.number().int().min(0).max(1_000_000_000);

/** Settings of what rules do outside the product. */
export const outsideSettings = {
  PSA_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((text) => new URL(text))
    .describe('Address under which people and programs reach the API: public addresses of rules begin with it'),
  PSA_SYSTEM_COMMANDS: z
    .string()
    .default('{}')
    .transform(parseList)
    .describe(
      'Programs that rules may start, as JSON: {"name":{"file":"/bin/x","args":["--host","{host}"],"timeout_seconds":30}}. None unless listed',
    ),
  PSA_AUTOMATION_MAILS_PER_HOUR: Limit.default(1_000).describe('Recipients of e-mail that the rules of one tenant may write to in an hour'),
  PSA_AUTOMATION_TEXT_MESSAGES_PER_HOUR: Limit.default(200).describe('Text messages that the rules of one tenant may send in an hour'),
  PSA_AUTOMATION_SCRIPTS_PER_HOUR: Limit.default(5_000).describe('Scripts that the rules of one tenant may run in an hour'),
  PSA_AUTOMATION_STARTS_PER_HOUR_OF_RULE: Limit.default(10_000).describe(
    'Executions that one rule may start in an hour. What would start it beyond that is skipped, and automation.rule.limit_reached tells so',
  ),
  PSA_AUTOMATION_STARTS_PER_HOUR: Limit.default(50_000).describe('Executions that the rules of one tenant may start in an hour'),
  PSA_AI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((text) => new URL(text))
    .optional()
    .describe(
      'Server with the chat completions API of OpenAI that answers in the chat, up to and without `/chat/completions`; no chat without one',
    ),
  PSA_AI_API_KEY: secret(z.string().min(1).optional()).describe('Key for that server'),
  PSA_AI_MODEL: z.string().min(1).optional().describe('Model that answers in the chat; no chat without one'),
  PSA_AI_TITLE_MODEL: z.string().min(1).optional().describe('Model that writes titles of conversations; PSA_AI_MODEL when absent'),
  PSA_AI_TOOLS: z
    .stringbool()
    .default(true)
    .describe('Whether the model may look up tickets, assets and clients for whom it talks to; false for models without tool calls'),
  PSA_AI_TOKENS_PER_HOUR: Limit.default(500_000).describe('Tokens of prompts and answers that the chat of one tenant may use in an hour'),
};

export type OutsideSettings = z.output<z.ZodObject<typeof outsideSettings>>;

function parseList(text: string, context: z.RefinementCtx): SystemCommandList {
  try {
    return SystemCommandList.parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON: names of commands with file, args and timeout_seconds' });
    return z.NEVER;
  }
}
