import { syncFixtures } from '@psa/test-kit/derived';
import {
  categoryRoutes,
  channelRoutes,
  interactionTypeRoutes,
  priorityRoutes,
  projectPhaseRoutes,
  projectRoutes,
  projectSyncRoutes,
  projectStatusRoutes,
  projectTaskRoutes,
  projectTeamRoutes,
  projectTicketRoutes,
  recurringTicketRoutes,
  referenceDataRoutes,
  serviceCategoryRoutes,
  tagRoutes,
  taskChecklistRoutes,
  taskDependencyRoutes,
  taskStatusMappingRoutes,
  taskTicketRoutes,
  taskTypeRoutes,
  ticketCategoryRoutes,
  ticketChecklistRoutes,
  ticketCommentRoutes,
  ticketDocumentRoutes,
  ticketPeopleRoutes,
  ticketRoutes,
  ticketSyncRoutes,
  ticketStatusRoutes,
  ticketTemplateRoutes,
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
import { taskTicketFixtures } from './task-ticket.fixtures.ts';
import { projectTicketFixtures } from './project-ticket.fixtures.ts';
import { tagFixtures } from './tag.fixtures.ts';
import { ticketSettingsFixtures } from './ticket-settings.fixtures.ts';
import { referenceDataFixtures, referenceTypeFixtures } from './reference-data.fixtures.ts';
import { ticketFixtures, ticketPartFixtures } from './ticket.fixtures.ts';
import { ticketDocumentFixtures } from './ticket-document.fixtures.ts';
import { ticketTemplateFixtures } from './ticket-template.fixtures.ts';
import { recurringTicketFixtures } from './recurring-ticket.fixtures.ts';

/** All routes of the service. */
export const everyRoute = {
  ...projectRoutes,
  ...projectSyncRoutes,
  ...projectStatusRoutes,
  ...projectPhaseRoutes,
  ...projectTaskRoutes,
  ...taskChecklistRoutes,
  ...taskDependencyRoutes,
  ...taskStatusMappingRoutes,
  ...projectTeamRoutes,
  ...projectTicketRoutes,
  ...taskTicketRoutes,
  ...serviceCategoryRoutes,
  ...ticketCategoryRoutes,
  ...categoryRoutes,
  ...tagRoutes,
  ...channelRoutes,
  ...ticketStatusRoutes,
  ...priorityRoutes,
  ...ticketRoutes,
  ...ticketSyncRoutes,
  ...ticketCommentRoutes,
  ...ticketChecklistRoutes,
  ...ticketPeopleRoutes,
  ...ticketDocumentRoutes,
  ...referenceDataRoutes,
  ...taskTypeRoutes,
  ...interactionTypeRoutes,
  ...ticketTemplateRoutes,
  ...recurringTicketRoutes,
};

/** A request that succeeds, for each of them. */
export const everyFixture = {
  ...syncFixtures(projectSyncRoutes, projectFixtures),
  ...syncFixtures(ticketSyncRoutes, ticketFixtures),
  ...projectFixtures,
  ...projectStatusFixtures,
  ...projectPhaseFixtures,
  ...projectTaskFixtures,
  ...taskChecklistFixtures,
  ...taskDependencyFixtures,
  ...taskStatusMappingFixtures,
  ...projectTeamFixtures,
  ...projectTicketFixtures,
  ...taskTicketFixtures,
  ...serviceCategoryFixtures,
  ...ticketCategoryFixtures,
  ...categoryFixtures,
  ...tagFixtures,
  ...ticketSettingsFixtures,
  ...ticketFixtures,
  ...ticketPartFixtures,
  ...ticketDocumentFixtures,
  ...referenceDataFixtures,
  ...referenceTypeFixtures,
  ...ticketTemplateFixtures,
  ...recurringTicketFixtures,
};
