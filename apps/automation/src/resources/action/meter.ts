import type { ActionConfig, ActionType } from '@psa/contracts-automation';
import type { AutomationLimits } from '../../automation-limits.ts';
import { ActionError } from './action-error.ts';
import type { ActionWork } from './action-runner.ts';
import { takeFromMeter } from './meter.records.ts';

interface Use {
  readonly kind: string;
  readonly amount: number;
  readonly limit: number;
  readonly called: string;
}

/** What an action uses of what costs money or trust. */
function useOf(type: ActionType, config: ActionConfig<ActionType>, limits: AutomationLimits): Use | undefined {
  switch (type) {
    case 'email_notification': {
      const { to, cc, bcc } = config as ActionConfig<'email_notification'>;
      const amount = to.length + (cc?.length ?? 0) + (bcc?.length ?? 0);
      return { kind: 'mail', amount, limit: limits.mailsPerHour, called: 'recipients of e-mail' };
    }
    case 'sms_notification': {
      const { phone_numbers } = config as ActionConfig<'sms_notification'>;
      return { kind: 'text_message', amount: phone_numbers.length, limit: limits.textMessagesPerHour, called: 'text messages' };
    }
    case 'custom_script':
      return { kind: 'script', amount: 1, limit: limits.scriptsPerHour, called: 'scripts' };
    default:
      return undefined;
  }
}

/** Counts what an action is about to use. @throws ActionError when the tenant's rules have used that much in this hour */
export async function meterAction(
  type: ActionType,
  config: ActionConfig<ActionType>,
  { ports, context }: Pick<ActionWork, 'ports' | 'context'>,
): Promise<void> {
  const use = useOf(type, config, ports.limits);
  if (use === undefined || (await takeFromMeter(ports.asTenant(context), use.kind, use.amount, use.limit))) return;
  throw new ActionError(`Rules may use ${use.limit} ${use.called} an hour, and have`, false);
}
