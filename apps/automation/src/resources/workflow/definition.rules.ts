import { ApiError, type Issue, type PermissionName } from '@psa/contract-kit';
import { type Action, type ActionInput, isWait, MAX_WAIT_YEARS, WorkflowDefinition, type WorkflowStep } from '@psa/contracts-automation';
import { actionIssues, conditionIssues, type Offered, permissionOfAction } from '../rule/rule.rules.ts';
import { instantOf } from './decide.rules.ts';
import { noStep, placeholderIssues } from './placeholder.rules.ts';
import { readersOf } from './product-events.ts';
import { formIssues } from './task-form.rules.ts';
import { splitSecrets } from '../rule/rule-secrets.rules.ts';

type Path = (string | number)[];

/** Reads a definition from its text. @throws VALIDATION_ERROR naming everything that is wrong with it */
export function parseDefinition(code: string, offered: Offered): WorkflowDefinition {
  let json: unknown;
  try {
    json = JSON.parse(code);
  } catch (error) {
    const message = `must be JSON: ${(error as SyntaxError).message}`;
    throw new ApiError('VALIDATION_ERROR', undefined, [{ code: 'invalid_json', path: ['code'], message }]);
  }
  const parsed = WorkflowDefinition.safeParse(json);
  const issues = parsed.success
    ? definitionIssues(parsed.data, offered)
    : parsed.error.issues.map(({ code: kind, path, message }) => ({ code: kind, path: path as Path, message }));
  if (issues.length > 0)
    throw new ApiError(
      'VALIDATION_ERROR',
      undefined,
      issues.map((issue) => ({ ...issue, path: ['code', ...issue.path] })),
    );
  return parsed.data as WorkflowDefinition;
}

function definitionIssues(definition: WorkflowDefinition, offered: Offered): Issue[] {
  const missing = (name: string | undefined, path: Path): Issue[] =>
    name === undefined || Object.hasOwn(definition.steps, name)
      ? []
      : [{ code: 'unknown_step', path, message: noStep(name, Object.keys(definition.steps)) }];
  const reached = reachable(definition);
  return [
    ...missing(definition.start, ['start']),
    ...Object.entries(definition.steps).flatMap(([name, step]) => [
      ...successors(step).flatMap(([path, next]) => missing(next, ['steps', name, ...path])),
      ...actionsOf(step).flatMap(([member, action]) => [
        ...actionIssues(action as Action, ['steps', name, member, 'config'], offered),
        ...Object.keys(splitSecrets([action as Action]).secrets).map(() => ({
          code: 'secret',
          path: ['steps', name, member, 'config'],
          message: 'must hold no secrets: everybody who may read the workflow reads its code',
        })),
      ]),
      ...memberIssues(step).map(([path, message]) => ({ code: 'custom', path: ['steps', name, ...path], message })),
      ...('conditions' in step ? conditionIssues(step.conditions, ['steps', name, 'conditions']) : []),
      ...(reached.has(name) ? [] : [{ code: 'unreachable', path: ['steps', name], message: 'is never reached' }]),
    ]),
    ...placeholderIssues(definition),
  ];
}

/** Members of a step that do not go with its others. */
function memberIssues(step: WorkflowStep): [path: Path, message: string][] {
  const durations = ['duration', 'timeout', 'due_in'] as const;
  const waits = step as { [M in (typeof durations)[number]]?: string };
  const long = durations.find((member) => waits[member] !== undefined && !isWait(waits[member]));
  if (long !== undefined) return [[[long], `must be at most ${MAX_WAIT_YEARS} years`]];
  if (step.type === 'timer' && step.until !== undefined && !step.until.includes('{{') && instantOf(step.until) === undefined)
    return [[['until'], 'must be an ISO time, or a gap that holds one']];
  if (step.type === 'timer' && (step.duration === undefined) === (step.until === undefined))
    return [[['duration'], 'either duration or until is required']];
  if (step.type === 'wait_for_event' && step.on_timeout !== undefined && step.timeout === undefined)
    return [[['on_timeout'], 'is never reached without timeout']];
  if (step.type !== 'human_task' || step.form === undefined) return [];
  const { properties, required = [] } = step.form;
  return [
    ...required.flatMap((name, index): [Path, string][] =>
      Object.hasOwn(properties, name) ? [] : [[['form', 'required', index], `There is no member ${name} in the form`]],
    ),
    ...formIssues(step.form, ['form']).map(({ path, message }): [Path, string] => [path, message]),
  ];
}

function successors(step: WorkflowStep): [path: Path, next: string | undefined][] {
  const members = ['next', 'then', 'else', 'on_error', 'on_timeout', 'on_expired'] as const;
  const named = members.map((member): [Path, string | undefined] => [[member], (step as { [M in typeof member]?: string })[member]]);
  return step.type === 'parallel'
    ? [...named, ...step.branches.map((branch, index): [Path, string] => [['branches', index], branch])]
    : named;
}

function actionsOf(step: WorkflowStep): [member: string, action: ActionInput][] {
  if (step.type !== 'action') return [];
  return [['action', step.action], ...(step.compensate === undefined ? [] : [['compensate', step.compensate] as [string, ActionInput]])];
}

function reachable({ start, steps }: WorkflowDefinition): Set<string> {
  const found = new Set<string>();
  const open = [start];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name) || !Object.hasOwn(steps, name)) continue;
    found.add(name);
    open.push(...successors(steps[name] as WorkflowStep).flatMap(([, next]) => next ?? []));
  }
  return found;
}

/** What whoever writes such a workflow must be allowed to do themselves. */
export function permissionsOfDefinition({ steps }: WorkflowDefinition): PermissionName[] {
  const needed = Object.values(steps).flatMap((step) =>
    actionsOf(step).flatMap(([, { type, config }]) => permissionOfAction(type, config) ?? []),
  );
  const awaited = Object.values(steps).flatMap((step) => (step.type === 'wait_for_event' ? [step.event] : []));
  return [...new Set([...needed, ...readersOf(awaited)])];
}
