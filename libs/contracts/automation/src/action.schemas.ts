import { z } from 'zod';
import { actionConfigs } from './action-configs.ts';
import { ActionType, actionTypes, type ActionType as ActionTypeName } from './automation-enums.ts';

const common = {
  order: z.int().min(1).describe('Place in the order of the actions, from 1; equal ones run as they are listed'),
  continue_on_error: z.boolean().default(false).describe('Whether the rest goes on when it fails'),
  timeout_seconds: z.int().min(1).max(3600).optional().describe('Longest time an attempt may take; 30 when absent, for scripts their own'),
  retry_attempts: z.int().min(0).max(5).optional().describe('Further attempts after a passing failure; none when absent'),
};

const actionOf = <T extends ActionTypeName>(type: T) => z.object({ type: z.literal(type), config: actionConfigs[type], ...common });

type ActionSchema = { [T in ActionTypeName]: ReturnType<typeof actionOf<T>> }[ActionTypeName];

/** An action as a caller writes it: its type decides what its configuration holds. */
export const ActionInput = z
  .discriminatedUnion('type', actionTypes.map((type) => actionOf(type)) as unknown as [ActionSchema, ...ActionSchema[]])
  .meta({ id: 'AutomationActionInput' });
export type ActionInput = z.infer<typeof ActionInput>;

/** An action as it is shown: secrets of its configuration read `[REDACTED]`. */
export const Action = z
  .object({
    type: ActionType.describe('What is done'),
    config: z.record(z.string(), z.unknown()).describe('What the type takes; secrets read [REDACTED], and are kept when written back so'),
    order: z.int(),
    continue_on_error: z.boolean(),
    timeout_seconds: z.int().optional(),
    retry_attempts: z.int().optional(),
  })
  .meta({ id: 'AutomationAction' });
export type Action = z.infer<typeof Action>;

export const MAX_ACTIONS = 50;
