import { conflict, notFound } from '@psa/contract-kit';
import type { AssignProjectTeam, ProjectTeam, ProjectTeamRole, UpdateProjectTeam } from '@psa/contracts-desk';
import { changedMembers, violates } from '@psa/postgres-kit';
import type { Db, Ports, Tx } from '../../../desk-app.ts';
import { requireTeam } from '../../../replicas/team-replica.ts';
import { findProject, lockProject } from '../project.records.ts';
import { touchProject } from '../touch-project.actions.ts';
import { assertDatesInOrder } from '../project.rules.ts';

/** Max teams of a project. */
const MAX_TEAMS = 50;

/** The teams that work on a project, the last assigned first. @throws NOT_FOUND */
export async function findTeams(db: Db, projectId: string): Promise<ProjectTeam[]> {
  const [project, rows] = await Promise.all([
    findProject(db, projectId),
    teamRows(db)
      .where('project_teams.project_id', '=', projectId)
      .orderBy('assigned_at', 'desc')
      .orderBy('project_teams.team_id')
      .execute(),
  ]);
  if (project === undefined) throw notFound('Project');
  return rows.map(toTeam);
}

/** Lets a team work on a project. @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT when it does already */
export async function assignTeam(db: Db, ports: Ports, projectId: string, input: AssignProjectTeam): Promise<ProjectTeam> {
  assertDatesInOrder(input.start_date, input.end_date);
  if ((await findProject(db, projectId)) === undefined) throw notFound('Project');
  await requireTeam(db, ports, input.team_id);
  return db.transaction(async (tx) => {
    if ((await lockProject(tx, projectId)) === undefined) throw notFound('Project');
    const { teams } = await tx
      .selectFrom('project_teams')
      .select((eb) => eb.fn.countAll<number>().as('teams'))
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow();
    if (teams >= MAX_TEAMS) throw conflict(`A project has ${MAX_TEAMS} teams at most`);
    await tx
      .insertInto('project_teams')
      .values({
        project_id: projectId,
        team_id: input.team_id,
        role: input.role,
        start_date: input.start_date ?? null,
        end_date: input.end_date ?? null,
        allocation_percentage: input.allocation_percentage ?? null,
        notes: input.notes ?? null,
      })
      .execute()
      .catch(alreadyAssigned);
    await touchProject(tx, projectId, 'teams');
    return requireAssigned(tx, projectId, input.team_id);
  });
}

/** Changes what a team does in a project. @throws NOT_FOUND, VALIDATION_ERROR */
export function updateTeam(db: Db, projectId: string, teamId: string, input: UpdateProjectTeam): Promise<ProjectTeam> {
  return db.transaction(async (tx) => {
    if ((await lockProject(tx, projectId)) === undefined) throw notFound('Team of the project');
    const previous = await requireAssigned(tx, projectId, teamId);
    assertDatesInOrder(
      input.start_date === undefined ? previous.start_date : input.start_date,
      input.end_date === undefined ? previous.end_date : input.end_date,
    );
    const changes = changedMembers(previous, input);
    if (Object.keys(changes).length === 0) return previous;
    await tx.updateTable('project_teams').set(changes).where('project_id', '=', projectId).where('team_id', '=', teamId).execute();
    await touchProject(tx, projectId, 'teams');
    return requireAssigned(tx, projectId, teamId);
  });
}

/** Takes a team off a project. @throws NOT_FOUND */
export function removeTeam(db: Db, projectId: string, teamId: string): Promise<void> {
  return db.transaction(async (tx) => {
    if ((await lockProject(tx, projectId)) === undefined) throw notFound('Team of the project');
    const gone = await tx
      .deleteFrom('project_teams')
      .where('project_id', '=', projectId)
      .where('team_id', '=', teamId)
      .returning('team_id')
      .executeTakeFirst();
    if (gone === undefined) throw notFound('Team of the project');
    await touchProject(tx, projectId, 'teams');
  });
}

async function requireAssigned(tx: Tx, projectId: string, teamId: string): Promise<ProjectTeam> {
  const row = await teamRows(tx)
    .where('project_teams.project_id', '=', projectId)
    .where('project_teams.team_id', '=', teamId)
    .executeTakeFirst();
  if (row === undefined) throw notFound('Team of the project');
  return toTeam(row);
}

function teamRows(db: Db) {
  return db
    .selectFrom('project_teams')
    .leftJoin('team_replicas', (join) =>
      join.onRef('team_replicas.tenant', '=', 'project_teams.tenant').onRef('team_replicas.team_id', '=', 'project_teams.team_id'),
    )
    .selectAll('project_teams')
    .select('team_replicas.team_name');
}

type TeamRow = Awaited<ReturnType<ReturnType<typeof teamRows>['executeTakeFirstOrThrow']>>;

function toTeam(row: TeamRow): ProjectTeam {
  return {
    project_id: row.project_id,
    team_id: row.team_id,
    team_name: row.team_name,
    role: row.role as ProjectTeamRole,
    assigned_at: row.assigned_at,
    start_date: row.start_date,
    end_date: row.end_date,
    allocation_percentage: row.allocation_percentage,
    notes: row.notes,
    tenant: row.tenant,
  };
}

function alreadyAssigned(error: unknown): never {
  if (!violates(error, 'project_teams_pkey')) throw error;
  throw conflict('The team works on the project already', [
    { code: 'duplicate', path: ['team_id'], message: 'is a team of the project already' },
  ]);
}
