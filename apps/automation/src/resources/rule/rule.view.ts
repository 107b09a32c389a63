import { type Priority, priorityLevels, type Rule } from '@psa/contracts-automation';
import type { RuleRow } from './rule.records.ts';

const BASE = '/api/v1/automation';

/** Path of a rule. */
export function rulePath(ruleId: string): string {
  return `${BASE}/rules/${ruleId}`;
}

/** Address of a rule's public hook. A tenant whose name has not arrived yet is called by its id. */
export function hookUrl(publicUrl: URL, row: Pick<RuleRow, 'tenant' | 'tenant_slug'>, hookId: string): string {
  return new URL(`/hooks/automation/${row.tenant_slug ?? row.tenant}/${hookId}`, publicUrl).href;
}

/** A rule as the API shows it. */
export function toRule(row: RuleRow, publicUrl: URL): Rule {
  const { hook_id } = row;
  return {
    rule_id: row.rule_id,
    tenant: row.tenant,
    name: row.name,
    description: row.description,
    status: row.status,
    priority: priorityLevels[row.priority] as Priority,
    trigger_type: row.trigger_type,
    trigger_config: (hook_id === null
      ? row.trigger_config
      : { ...row.trigger_config, hook_id, url: hookUrl(publicUrl, row, hook_id) }) as Rule['trigger_config'],
    conditions: row.conditions,
    condition_logic: row.condition_logic,
    actions: row.actions,
    max_concurrent_executions: row.max_concurrent_executions,
    execution_timeout_minutes: row.execution_timeout_minutes,
    retry_failed_executions: row.retry_failed_executions,
    is_template: row.is_template,
    template_category: row.template_category,
    tags: row.tags,
    metadata: row.metadata,
    notification_settings: row.notification_settings,
    created_by: row.created_by,
    created_at: row.created_at,
    updated_at: row.updated_at,
    execution_count: row.execution_count,
    last_executed: row.last_executed,
    next_execution: row.next_fire_at,
    _links: linksOf(row),
  };
}

function linksOf({ rule_id }: RuleRow): Rule['_links'] {
  const self = rulePath(rule_id);
  return {
    self: { href: self, method: 'GET' },
    edit: { href: self, method: 'PUT' },
    delete: { href: self, method: 'DELETE' },
    collection: { href: `${BASE}/rules`, method: 'GET' },
    execute: { href: `${self}/execute`, method: 'POST' },
    executions: { href: `${BASE}/executions?automation_rule_id=${rule_id}`, method: 'GET' },
  };
}
