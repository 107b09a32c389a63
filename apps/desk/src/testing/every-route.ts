import {
  categoryRoutes,
  channelRoutes,
  priorityRoutes,
  referenceDataRoutes,
  ticketChecklistRoutes,
  ticketCommentRoutes,
  ticketPeopleRoutes,
  ticketRoutes,
  ticketStatusRoutes,
  projectPhaseRoutes,
  projectRoutes,
  projectStatusRoutes,
  projectTaskRoutes,
  projectTeamRoutes,
  projectTicketRoutes,
  serviceCategoryRoutes,
  tagRoutes,
  taskChecklistRoutes,
  taskDependencyRoutes,
  taskStatusMappingRoutes,
  ticketCategoryRoutes,
} from '@psa/contracts-desk';
import { categoryFixtures, serviceCategoryFixtures, ticketCategoryFixtures } from './category.fixtures.ts';
import {
  projectFixtures,
  projectPhaseFixtures,
  projectStatusFixtures,
  projectTaskFixtures,
  projectTeamFixtures,
  taskChecklistFixtures,
  taskDependencyFixtures,
  taskStatusMappingFixtures,
} from './project.fixtures.ts';
import { projectTicketFixtures } from './project-ticket.fixtures.ts';
import { tagFixtures } from './tag.fixtures.ts';
import { ticketSettingsFixtures } from './ticket-settings.fixtures.ts';
import { referenceDataFixtures, ticketFixtures, ticketPartFixtures } from './ticket.fixtures.ts';

/** All routes of the service. */
export const everyRoute = {
  ...projectRoutes,
  ...projectStatusRoutes,
  ...projectPhaseRoutes,
  ...projectTaskRoutes,
  ...taskChecklistRoutes,
  ...taskDependencyRoutes,
  ...taskStatusMappingRoutes,
  ...projectTeamRoutes,
  ...projectTicketRoutes,
  ...serviceCategoryRoutes,
  ...ticketCategoryRoutes,
  ...categoryRoutes,
  ...tagRoutes,
  ...channelRoutes,
  ...ticketStatusRoutes,
  ...priorityRoutes,
  ...ticketRoutes,
  ...ticketCommentRoutes,
  ...ticketChecklistRoutes,
  ...ticketPeopleRoutes,
  ...referenceDataRoutes,
};

/** A request that succeeds, for each of them. */
export const everyFixture = {
  ...projectFixtures,
  ...projectStatusFixtures,
  ...projectPhaseFixtures,
  ...projectTaskFixtures,
  ...taskChecklistFixtures,
  ...taskDependencyFixtures,
  ...taskStatusMappingFixtures,
  ...projectTeamFixtures,
  ...projectTicketFixtures,
  ...serviceCategoryFixtures,
  ...ticketCategoryFixtures,
  ...categoryFixtures,
  ...tagFixtures,
  ...ticketSettingsFixtures,
  ...ticketFixtures,
  ...ticketPartFixtures,
  ...referenceDataFixtures,
};
