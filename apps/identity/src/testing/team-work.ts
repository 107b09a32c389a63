import type { TeamWork } from '../ports/team-work.ts';

/** The services that know of projects and hours, where a test runs identity alone: nobody has done anything. */
export const idleTeamWork: TeamWork = {
  listProjects: async () => ({ projects: [], total: 0 }),
  countProjects: async () => ({ active: 0, completed: 0, by_status: [] }),
  countOpenWork: async () => ({ tickets: 0, projects: 0, project_tasks: 0 }),
  loggedHours: async () => ({ users: [] }),
};
