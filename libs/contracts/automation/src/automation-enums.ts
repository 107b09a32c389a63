import { conditionDataTypes, conditionLogics, conditionOperators } from '@psa/conditions/names';
import { z } from 'zod';

export { conditionOperators };

export const triggerTypes = ['time_based', 'event_based', 'condition_based', 'manual', 'recurring', 'webhook'] as const;
export const TriggerType = z.enum(triggerTypes).meta({ id: 'AutomationTriggerType' });
export type TriggerType = z.infer<typeof TriggerType>;

export const actionTypes = [
  'email_notification',
  'sms_notification',
  'webhook_call',
  'database_update',
  'ticket_creation',
  'ticket_update',
  'project_update',
  'time_entry_creation',
  'invoice_generation',
  'custom_script',
  'workflow_execution',
  'system_command',
] as const;
export const ActionType = z.enum(actionTypes).meta({ id: 'AutomationActionType' });
export type ActionType = z.infer<typeof ActionType>;

export const ruleStatuses = ['active', 'inactive', 'draft', 'error'] as const;
export const RuleStatus = z.enum(ruleStatuses).meta({ id: 'AutomationRuleStatus' });
export type RuleStatus = z.infer<typeof RuleStatus>;

export const executionStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled', 'timeout', 'skipped'] as const;
export const ExecutionStatus = z.enum(executionStatuses).meta({ id: 'AutomationExecutionStatus' });
export type ExecutionStatus = z.infer<typeof ExecutionStatus>;

export const priorityLevels = ['low', 'normal', 'high', 'critical'] as const;
export const Priority = z.enum(priorityLevels).meta({ id: 'AutomationPriority' });
export type Priority = z.infer<typeof Priority>;

export const ConditionOperator = z.enum(conditionOperators).meta({ id: 'AutomationConditionOperator' });
export const ConditionDataType = z.enum(conditionDataTypes).meta({ id: 'AutomationConditionDataType' });
export const ConditionLogic = z.enum(conditionLogics).meta({ id: 'AutomationConditionLogic' });

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export const LogLevel = z.enum(logLevels).meta({ id: 'AutomationLogLevel' });
export type LogLevel = z.infer<typeof LogLevel>;
