import { ApiError, type Issue, type PermissionName } from '@psa/contract-kit';
import { type Action, type ActionInput, WorkflowDefinition, type WorkflowStep } from '@psa/contracts-automation';
import { actionIssues, conditionIssues, type Offered, permissionOfAction } from '../rule/rule.rules.ts';
import { readersOf } from './product-events.ts';
import { splitSecrets } from '../rule/rule-secrets.rules.ts';

type Path = (string | number)[];

/** Reads a definition from its text. @throws VALIDATION_ERROR naming everything that is wrong with it */
export function parseDefinition(code: string, offered: Offered): WorkflowDefinition {
  let json: unknown;
  try {
    json = JSON.parse(code);
  } catch {
    throw new ApiError('VALIDATION_ERROR', undefined, [{ code: 'invalid_json', path: ['code'], message: 'must be JSON' }]);
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
      : [{ code: 'unknown_step', path, message: `There is no step ${name}` }];
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
      ...timerIssues(step, name),
      ...('conditions' in step ? conditionIssues(step.conditions, ['steps', name, 'conditions']) : []),
      ...(reached.has(name) ? [] : [{ code: 'unreachable', path: ['steps', name], message: 'is never reached' }]),
    ]),
  ];
}

function timerIssues(step: WorkflowStep, name: string): Issue[] {
  if (step.type !== 'timer' || (step.duration === undefined) !== (step.until === undefined)) return [];
  return [{ code: 'custom', path: ['steps', name, 'duration'], message: 'either duration or until is required' }];
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
