import { interpolate } from '@psa/conditions';
import { isUuid } from '@psa/contract-kit';
import type { WorkflowStep } from '@psa/contracts-automation';
import type { Db, Ports } from '../../automation-app.ts';
import { type ExecutionRow, findVersionById } from './workflow.records.ts';

type HumanTask = Extract<WorkflowStep, { type: 'human_task' }>;
type Member = 'assigned_users' | 'assigned_roles';

export type Assignees = Readonly<Record<Member, string[]>>;

/** Why the assignees of a task are refused. */
export interface WrongAssignee {
  readonly error: string;
  readonly code: 'unknown_reference' | 'invalid_reference';
  /** Where it stands in the definition. */
  readonly path: string;
}

interface Named {
  readonly member: Member;
  /** As the definition has it, with its gaps. */
  readonly given: string;
  readonly path: string;
  readonly ids: readonly unknown[];
}

const MUST_NAME: Readonly<Record<Member, string>> = {
  assigned_users: 'must name active users of this tenant',
  assigned_roles: 'must name roles of this tenant',
};

/**
 * Whom a task is for, its gaps filled. Ids that expressions give must be those of active users and roles, since a task for any
 * other id would be in no inbox. Ids in the definition or its parameters were checked when it was written. Call it outside of a
 * transaction: it asks the identity service.
 * @throws SERVICE_UNAVAILABLE when identity does not answer
 */
export async function resolveAssignees(
  db: Db,
  ports: Pick<Ports, 'authors' | 'roles'>,
  execution: ExecutionRow,
  { name, step, seen }: { readonly name: string; readonly step: HumanTask; readonly seen: Readonly<Record<string, unknown>> },
): Promise<Assignees | WrongAssignee> {
  const named = (['assigned_users', 'assigned_roles'] as const).flatMap((member) =>
    step[member].map((given, index): Named => {
      return { member, given, path: `steps.${name}.${member}.${index}`, ids: [interpolate(given, seen)].flat() };
    }),
  );
  const untextual = named.find(({ ids }) => !ids.every((id) => typeof id === 'string' && isUuid(id)));
  if (untextual !== undefined) return wrong(untextual, 'invalid_reference');
  const [first] = named;
  if (first !== undefined && named.every(({ ids }) => ids.length === 0)) return wrong(first, 'invalid_reference');
  const unknown = await findUnknown(db, ports, execution, named);
  if (unknown !== undefined) return wrong(unknown, 'unknown_reference');
  return { assigned_users: idsOf(named, 'assigned_users'), assigned_roles: idsOf(named, 'assigned_roles') };
}

function wrong({ member, given, path }: Named, code: WrongAssignee['code']): WrongAssignee {
  return { error: `${path}: ${given} ${MUST_NAME[member]}`, code, path };
}

function idsOf(named: readonly Named[], member: Member): string[] {
  return [...new Set(named.flatMap((one) => (one.member === member ? (one.ids as string[]) : [])))];
}

async function findUnknown(
  db: Db,
  { authors, roles }: Pick<Ports, 'authors' | 'roles'>,
  { version_id }: ExecutionRow,
  named: readonly Named[],
): Promise<Named | undefined> {
  const dynamic = named.filter(({ given }) => given.includes('{{'));
  const users = idsOf(dynamic, 'assigned_users');
  const roleIds = idsOf(dynamic, 'assigned_roles');
  const [held, unknownRoles] = await Promise.all([
    Promise.all(users.map((id) => authors.permissionsOf(db.context, id))),
    roleIds.length === 0 ? [] : roles.unknownOf(db.context, roleIds),
  ]);
  const unknown = new Set<unknown>([...users.filter((_, index) => held[index] === null), ...unknownRoles]);
  if (unknown.size === 0) return undefined;
  // Who was there when the version was written is found in its tasks by those who manage workflows.
  const written = { parameters: (await findVersionById(db, version_id))?.parameters };
  return dynamic.find(({ given, ids }) => {
    const vouched = new Set([interpolate(given, written)].flat());
    return ids.some((id) => unknown.has(id) && !vouched.has(id));
  });
}
