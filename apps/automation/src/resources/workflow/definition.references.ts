import { interpolate } from '@psa/conditions';
import { ApiError, isUuid, type Issue } from '@psa/contract-kit';
import type { WorkflowDefinition } from '@psa/contracts-automation';
import type { Principal } from '@psa/http-kit';
import { limitConcurrency } from '@psa/work-kit';
import type { Db, Ports } from '../../automation-app.ts';
import { demandEveryTicket } from '../event-feed/hidden-tickets.access.ts';

/** Questions to the identity service that are under way together. */
const MAX_ASKED_AT_ONCE = 20;

interface Assignee {
  readonly member: 'assigned_users' | 'assigned_roles';
  readonly id: string;
  readonly path: Issue['path'];
}

/**
 * Checks what a definition names outside of itself: events of tickets whoever writes it must see all of, and the people and roles that
 * tasks are for, where they stand in it or in its parameters. Call it outside of a transaction: other services are asked.
 * @throws FORBIDDEN, VALIDATION_ERROR naming who is not there
 */
export async function requireDefinitionReferences(
  db: Db,
  ports: Pick<Ports, 'authors' | 'roles' | 'ticketChannels'>,
  principal: Principal,
  { steps }: WorkflowDefinition,
  parameters: Readonly<Record<string, unknown>>,
): Promise<void> {
  const awaited = Object.values(steps).flatMap((step) => (step.type === 'wait_for_event' ? [step.event] : []));
  if (awaited.length > 0) await demandEveryTicket(db, ports, principal, awaited);
  const assignees = Object.entries(steps).flatMap(([name, step]) =>
    step.type === 'human_task'
      ? (['assigned_users', 'assigned_roles'] as const).flatMap((member) =>
          step[member].flatMap((given, index) => assigneesOf(member, given, parameters, ['code', 'steps', name, member, index])),
        )
      : [],
  );
  const idsOf = (member: Assignee['member']) => [...new Set(assignees.filter((one) => one.member === member).map(({ id }) => id))];
  const unknown = new Set<string>();
  const inTurn = limitConcurrency(MAX_ASKED_AT_ONCE);
  const isGone = async (id: string) => (await ports.authors.permissionsOf(db.context, id)) === null;
  await Promise.all(idsOf('assigned_users').map((id) => inTurn(async () => ((await isGone(id)) ? unknown.add(id) : undefined))));
  for (const id of await ports.roles.unknownOf(db.context, idsOf('assigned_roles'))) unknown.add(id);
  const issues = assignees
    .filter(({ id }) => unknown.has(id))
    .map(({ member, path }) => ({
      code: 'unknown_reference',
      path,
      message: member === 'assigned_users' ? 'must name active users of this tenant' : 'must name roles of this tenant',
    }));
  if (issues.length > 0) throw new ApiError('VALIDATION_ERROR', undefined, issues);
}

/** Whom an entry means, as far as that is known before the workflow runs. */
function assigneesOf(
  member: Assignee['member'],
  given: string,
  parameters: Readonly<Record<string, unknown>>,
  place: Issue['path'],
): Assignee[] {
  const parameter = /^\{\{\s*parameters\.([\w-]+)\s*\}\}$/.exec(given)?.[1];
  const path = parameter === undefined ? place : ['parameters', parameter];
  const filled = parameter === undefined ? given : interpolate(given, { parameters }, { missing: 'keep' });
  return [filled].flat().flatMap((id) => (typeof id === 'string' && isUuid(id) ? [{ member, id, path }] : []));
}
