import {
  projectPhaseRoutes,
  projectRoutes,
  projectTaskRoutes,
  projectTeamRoutes,
  taskChecklistRoutes,
  taskDependencyRoutes,
  taskStatusMappingRoutes,
} from '@psa/contracts-desk';
import {
  projectFixtures,
  projectPhaseFixtures,
  projectTaskFixtures,
  projectTeamFixtures,
  taskChecklistFixtures,
  taskDependencyFixtures,
  taskStatusMappingFixtures,
} from './project.fixtures.ts';

/** All routes of the service. */
export const everyRoute = {
  ...projectRoutes,
  ...projectPhaseRoutes,
  ...projectTaskRoutes,
  ...taskChecklistRoutes,
  ...taskDependencyRoutes,
  ...taskStatusMappingRoutes,
  ...projectTeamRoutes,
};

/** A request that succeeds, for each of them. */
export const everyFixture = {
  ...projectFixtures,
  ...projectPhaseFixtures,
  ...projectTaskFixtures,
  ...taskChecklistFixtures,
  ...taskDependencyFixtures,
  ...taskStatusMappingFixtures,
  ...projectTeamFixtures,
};
