import type { TeamProject } from '@psa/contracts-identity';
import type { RequestContext } from '@psa/postgres-kit';

export interface Period {
  readonly from: string;
  readonly to: string;
}

export type Granularity = 'daily' | 'weekly' | 'monthly';

export interface ProjectCounts {
  readonly active: number;
  readonly completed: number;
  readonly by_status: { readonly status: string; readonly count: number }[];
}

export interface LoggedHours {
  readonly users: readonly { readonly user_id: string; readonly hours: number }[];
  readonly periods?: { readonly start_date: string; readonly hours: number }[] | undefined;
}

/** What other services know of the work of teams. All throw SERVICE_UNAVAILABLE when the one that knows is not there or silent. */
export interface TeamWork {
  listProjects(
    context: RequestContext,
    teamId: string,
    page: { page: number; limit: number },
  ): Promise<{ projects: TeamProject[]; total: number }>;
  countProjects(context: RequestContext, teamId: string, period: Period): Promise<ProjectCounts>;
  loggedHours(
    context: RequestContext,
    userIds: readonly string[],
    period: Period,
    granularity: Granularity | undefined,
  ): Promise<LoggedHours>;
  /**
   * Open tickets, projects and tasks that are assigned to a user; none where the product runs without a desk.
   * @throws SERVICE_UNAVAILABLE when the desk is there and does not answer
   */
  countOpenWork(context: RequestContext, userId: string): Promise<OpenWork>;
}

/** Open work that is assigned to a user. */
export interface OpenWork {
  readonly tickets: number;
  readonly projects: number;
  readonly project_tasks: number;
}
