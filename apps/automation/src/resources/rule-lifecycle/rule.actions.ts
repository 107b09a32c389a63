import { ApiError, conflict, invalidField, notFound } from '@psa/contract-kit';
import {
  type Action,
  type CreateRule,
  priorityLevels,
  type RuleStatus,
  ruleEvents,
  type Trigger,
  type UpdateRule,
} from '@psa/contracts-automation';
import { emit } from '@psa/events-kit';
import { type Accepted, demandPermissions, demandVersion, type Principal } from '@psa/http-kit';
import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../automation-app.ts';
import { countOpen } from '../execution/execution.records.ts';
import { deleteHook, ensureHook } from '../hook/hook.actions.ts';
import {
  deleteRuleRow,
  findRule,
  insertRule,
  lockRule,
  lockRuleAlone,
  type RuleRecord,
  type RuleRow,
  updateRuleRow,
} from '../rule/rule.records.ts';
import { keepSecrets, type Secrets, splitSecrets } from '../rule/rule-secrets.rules.ts';
import { timingOf } from '../rule/rule-timing.ts';
import { assertRule, inOrder, parseTrigger, permissionsOf } from '../rule/rule.rules.ts';
import { openSecrets, sealSecrets } from '../rule/sealed-secrets.ts';

/** Creates a rule. @throws VALIDATION_ERROR, FORBIDDEN when it does or sees what its writer may not */
export function createRule(db: Db, ports: Ports, principal: Principal, input: CreateRule): Promise<RuleRow> {
  const trigger = parseTrigger(input.trigger_type, input.trigger_config);
  const { shown: actions, secrets } = splitSecrets(inOrder(input.actions));
  demandComplete(keepSecrets([], {}, actions, secrets).missing);
  assertRule({ ...input, trigger, actions }, ports.offered);
  demandPermissions(principal, permissionsOf({ trigger, actions }, ports.offered.events));
  return db.transaction(async (tx) => {
    const rule_id = uuidv7();
    const now = Date.now();
    const row = await insertRule(tx, {
      ...columnsOf(input),
      rule_id,
      name: input.name,
      description: input.description,
      status: input.status,
      priority: priorityLevels.indexOf(input.priority),
      condition_logic: input.condition_logic,
      max_concurrent_executions: input.max_concurrent_executions,
      execution_timeout_minutes: input.execution_timeout_minutes,
      retry_failed_executions: input.retry_failed_executions,
      is_template: input.is_template,
      template_category: input.template_category,
      tags: input.tags,
      created_by: principal.userId,
      runs_as: principal.userId,
      trigger_type: trigger.trigger_type,
      trigger_config: JSON.stringify(trigger.trigger_config),
      actions: JSON.stringify(actions),
      sealed_secrets: await sealSecrets(tx, ports, rule_id, secrets),
      ...timingOf(trigger, input.status, new Date(now).toISOString(), 0, now),
    });
    if (trigger.trigger_type === 'webhook') await ensureHook(tx, ports, rule_id);
    emit(tx, ruleEvents.created, facts(row), row.version);
    return (await findRule(tx, rule_id)) as RuleRow;
  });
}

/** Changes a rule. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, FORBIDDEN */
export function updateRule(
  db: Db,
  ports: Ports,
  principal: Principal,
  ruleId: string,
  input: UpdateRule,
  accepted?: Accepted,
): Promise<RuleRow> {
  return db.transaction(async (tx) => {
    const previous = requireAccepted(await lockRule(tx, ruleId), accepted);
    const trigger = triggerAfter(previous, input);
    const { actions, secrets } = await actionsAfter(tx, ports, previous, input);
    const conditions = input.conditions ?? previous.conditions;
    const notification_settings = input.notification_settings ?? previous.notification_settings;
    assertRule({ trigger, conditions, actions, notification_settings }, ports.offered);
    const status = statusAfter(previous, input.status);
    const { priority, ...plain } = withoutJson(input);
    const next = {
      ...plain,
      status,
      trigger_type: trigger.trigger_type,
      trigger_config: trigger.trigger_config as Record<string, unknown>,
      actions,
      conditions,
      priority: priority === undefined ? previous.priority : priorityLevels.indexOf(priority),
      metadata: input.metadata ?? previous.metadata,
      notification_settings,
    };
    const changed = Object.entries(next)
      .filter(
        ([member, value]) => value !== undefined && !isDeepStrictEqual(plainJson(value), plainJson(previous[member as keyof RuleRecord])),
      )
      .map(([member]) => member);
    if (changed.length === 0 && secrets === undefined) return (await findRule(tx, ruleId)) as RuleRow;
    // Whoever only renames or stops a rule need not be able to do what it does; by any other change it becomes theirs.
    const takesOver = secrets !== undefined || changed.some((member) => changesEffect(member, status));
    if (takesOver) demandPermissions(principal, permissionsOf({ trigger, actions }, ports.offered.events));

    const retimed = changed.some((member) => ['status', 'trigger_type', 'trigger_config'].includes(member));
    const row = await updateRuleRow(tx, ruleId, {
      ...columnsOf(next),
      ...plain,
      status,
      ...(takesOver ? { runs_as: principal.userId } : {}),
      priority: next.priority,
      trigger_type: next.trigger_type,
      trigger_config: JSON.stringify(next.trigger_config),
      actions: JSON.stringify(actions),
      ...(secrets === undefined
        ? {}
        : { sealed_secrets: await sealSecrets(tx, ports, ruleId, secrets), secrets_version: previous.secrets_version + 1 }),
      ...(status === 'active' && previous.status !== 'active' ? { consecutive_failures: 0 } : {}),
      ...(retimed ? { check_state: null, ...timingOf(trigger, status, previous.created_at, Number(previous.fire_count), Date.now()) } : {}),
    });
    if (trigger.trigger_type === 'webhook') await ensureHook(tx, ports, ruleId);
    else await deleteHook(tx, ruleId);
    emit(tx, ruleEvents.updated, { ...facts(row), changed: changed.length === 0 ? ['actions'] : changed }, row.version);
    return (await findRule(tx, ruleId)) as RuleRow;
  });
}

/** Members of a rule that say nothing of what it does. */
const DESCRIPTIVE: ReadonlySet<string> = new Set([
  'name',
  'description',
  'tags',
  'metadata',
  'template_category',
  'is_template',
  'priority',
]);

/** Whether a change has the rule do something else, or do it at all. */
function changesEffect(member: string, status: RuleStatus): boolean {
  return member === 'status' ? status === 'active' : !DESCRIPTIVE.has(member);
}

/** Gives a rule a status. @throws NOT_FOUND, VALIDATION_ERROR, FORBIDDEN to start what the caller may not do */
export function setRuleStatus(db: Db, ports: Ports, principal: Principal, ruleId: string, status: RuleStatus): Promise<void> {
  return db.transaction(async (tx) => {
    const previous = requireAccepted(await lockRule(tx, ruleId), undefined);
    const trigger = parseTrigger(previous.trigger_type, previous.trigger_config);
    const next = statusAfter(previous, status);
    // What was good when it was written may be so no longer.
    if (next === 'active') assertRule({ ...previous, trigger }, ports.offered);
    if (next === previous.status) return;
    if (next === 'active') demandPermissions(principal, permissionsOf({ trigger, actions: previous.actions }, ports.offered.events));
    const row = await updateRuleRow(tx, ruleId, {
      status: next,
      ...(next === 'active' ? { consecutive_failures: 0, runs_as: principal.userId } : {}),
      check_state: null,
      ...timingOf(trigger, next, previous.created_at, Number(previous.fire_count), Date.now()),
    });
    emit(tx, ruleEvents.updated, { ...facts(row), changed: ['status'] }, row.version);
  });
}

/** Deletes a rule. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT while an execution of it is under way */
export function deleteRule(db: Db, ruleId: string, accepted?: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const { rule_id, version } = requireAccepted(await lockRuleAlone(tx, ruleId), accepted);
    const open = await countOpen(tx, rule_id);
    if (open > 0) throw conflict(`The rule has ${open} ${open === 1 ? 'execution' : 'executions'} under way`, { executions: open });
    await deleteRuleRow(tx, rule_id);
    emit(tx, ruleEvents.deleted, { rule_id }, version + 1);
  });
}

function requireAccepted(row: RuleRecord | undefined, accepted: Accepted): RuleRecord {
  if (row === undefined) throw notFound('Rule');
  demandVersion(accepted, row.version);
  return row;
}

function triggerAfter(previous: RuleRecord, input: UpdateRule): Trigger {
  const trigger_type = input.trigger_type ?? previous.trigger_type;
  const config = input.trigger_config ?? (trigger_type === previous.trigger_type ? previous.trigger_config : {});
  return parseTrigger(trigger_type, config);
}

/** @returns secrets undefined when they stay as they are */
async function actionsAfter(
  tx: Tx,
  ports: Ports,
  previous: RuleRecord,
  input: UpdateRule,
): Promise<{ actions: Action[]; secrets: Secrets | undefined }> {
  if (input.actions === undefined) return { actions: previous.actions, secrets: undefined };
  const { shown, secrets: given } = splitSecrets(inOrder(input.actions));
  const kept = await openSecrets(tx, ports, previous);
  const { secrets, missing } = keepSecrets(previous.actions, kept, shown, given);
  demandComplete(missing);
  return { actions: shown, secrets: isDeepStrictEqual(secrets, kept) ? undefined : secrets };
}

function demandComplete(missing: readonly string[]): void {
  if (missing.length === 0) return;
  throw new ApiError(
    'VALIDATION_ERROR',
    undefined,
    missing.map((path) => {
      const [index = '', ...members] = path.split('/');
      return {
        code: 'required',
        path: ['actions', Number(index), 'config', ...members],
        message: 'has to be given again: a secret stays only with what it was given for',
      };
    }),
  );
}

function statusAfter(previous: RuleRecord, status: RuleStatus | undefined): RuleStatus {
  if (status === 'error' && previous.status !== 'error') throw invalidField('status', 'is set by the product alone');
  return status ?? previous.status;
}

/** The members that are kept as JSON. */
function columnsOf({
  conditions,
  metadata,
  notification_settings,
}: {
  conditions: readonly unknown[];
  metadata: object;
  notification_settings: object;
}) {
  return {
    conditions: JSON.stringify(conditions),
    metadata: JSON.stringify(metadata),
    notification_settings: JSON.stringify(notification_settings),
  };
}

/** As it comes back from the database: without members that are undefined. */
function plainJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}

function facts({ rule_id, name, status, trigger_type }: RuleRecord) {
  return { rule_id, name, status, trigger_type };
}

/** The members that go into columns as they are. */
function withoutJson({
  actions: _actions,
  trigger_config: _config,
  trigger_type: _type,
  status: _status,
  conditions: _conditions,
  metadata: _metadata,
  notification_settings: _settings,
  ...plain
}: UpdateRule) {
  return plain;
}
