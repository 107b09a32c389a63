import { ApiError, conflict, notFound } from '@psa/contract-kit';
import { CreateRule, type CreateTemplate, templateEvents, type TemplateVariable } from '@psa/contracts-automation';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion, type Principal } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports } from '../../automation-app.ts';
import { createRule } from '../rule-lifecycle/rule.actions.ts';
import { findRule, type RuleRow } from '../rule/rule.records.ts';
import { parseTrigger, permissionsOf } from '../rule/rule.rules.ts';
import { toRule } from '../rule/rule.view.ts';
import { countUse, deleteTemplateRow, insertTemplate, lockTemplate, type TemplateRecord } from './template.records.ts';
import { fillTemplate, makeTemplate, type RuleConfig } from './template.rules.ts';

const FIRST_VERSION = '1.0.0';
const API_VERSION = 'v1';

/** Makes a template of a rule. @throws NOT_FOUND, VALIDATION_ERROR */
export function createTemplate(db: Db, ports: Ports, principal: Principal, input: CreateTemplate): Promise<TemplateRecord> {
  return db.transaction(async (tx) => {
    const rule = await findRule(tx, input.automation_rule_id);
    if (rule === undefined) throw notFound('Rule');
    const { config, variables } = makeTemplate(configOf(rule, ports), input.template_variables);
    const trigger = parseTrigger(rule.trigger_type, rule.trigger_config);
    const row = await insertTemplate(tx, {
      template_id: uuidv7(),
      name: input.template_name,
      description: input.template_description ?? null,
      category: input.category,
      icon: null,
      template_version: FIRST_VERSION,
      author: principal.userId,
      compatible_versions: [API_VERSION],
      required_permissions: permissionsOf({ trigger, actions: rule.actions }, ports.offered.events),
      template_config: JSON.stringify(config),
      template_variables: JSON.stringify(variables),
    });
    emit(tx, templateEvents.created, { template_id: row.template_id, name: row.name, category: row.category }, row.version);
    return row;
  });
}

/** Makes a rule of a template, as a draft. @throws NOT_FOUND, CONFLICT when the template is not to be used, VALIDATION_ERROR, FORBIDDEN */
export function useTemplate(
  db: Db,
  ports: Ports,
  principal: Principal,
  templateId: string,
  given: Readonly<Record<string, unknown>>,
): Promise<RuleRow> {
  return db.transaction(async (tx) => {
    const template = await lockTemplate(tx, templateId);
    if (template === undefined) throw notFound('Template');
    if (!template.is_active) throw conflict('The template is not active');
    const filled = fillTemplate(template.template_config, template.template_variables as TemplateVariable[], given);
    const parsed = CreateRule.safeParse({ ...filled, status: 'draft' });
    if (!parsed.success) {
      throw new ApiError(
        'VALIDATION_ERROR',
        'The template with these values is no valid rule',
        parsed.error.issues.map(({ code, path, message }) => ({ code, path: ['template_config', ...path], message })),
      );
    }
    await countUse(tx, templateId);
    return createRule(tx, ports, principal, parsed.data);
  });
}

/** Deletes a template; the rules that were made of it stay. @throws NOT_FOUND, PRECONDITION_FAILED */
export function deleteTemplate(db: Db, templateId: string, accepted?: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const template = await lockTemplate(tx, templateId);
    if (template === undefined) throw notFound('Template');
    demandVersion(accepted, template.version);
    await deleteTemplateRow(tx, templateId);
  });
}

/** What a caller could write of a rule, secrets apart. */
function configOf(row: RuleRow, { publicUrl }: Ports): RuleConfig {
  const {
    rule_id: _id,
    tenant: _tenant,
    created_by: _by,
    created_at: _created,
    updated_at: _updated,
    execution_count: _count,
    last_executed: _last,
    next_execution: _next,
    _links,
    trigger_config: _config,
    status: _status,
    ...config
  } = toRule(row, publicUrl);
  return JSON.parse(JSON.stringify({ ...config, trigger_config: row.trigger_config })) as RuleConfig;
}
