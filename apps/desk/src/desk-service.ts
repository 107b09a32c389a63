import { type AnyService, defineService } from '@psa/service-kit';
import type { DeskApp } from './desk-app.ts';
import { migrations } from './migrations/index.ts';
import { categoryHandlers } from './resources/category/category.handlers.ts';
import { serviceCategoryHandlers } from './resources/category/service-category.handlers.ts';
import { ticketCategoryHandlers } from './resources/category/ticket-category.handlers.ts';
import { projectPhaseHandlers } from './resources/project-phase/project-phase.handlers.ts';
import { projectStatusHandlers } from './resources/project-status/project-status.handlers.ts';
import { projectTaskHandlers } from './resources/project-task/project-task.handlers.ts';
import { projectTeamHandlers } from './resources/project-team/project-team.handlers.ts';
import { projectHandlers } from './resources/project/project.handlers.ts';
import { tagHandlers } from './resources/tag/tag.handlers.ts';
import { taskChecklistHandlers } from './resources/task-checklist/task-checklist.handlers.ts';
import { taskDependencyHandlers } from './resources/task-dependency/task-dependency.handlers.ts';
import { taskStatusMappingHandlers } from './resources/task-status-mapping/task-status-mapping.handlers.ts';
import { directory } from './rpc-clients/directory.ts';
import { services } from './rpc-clients/services.ts';
import { tagOwners } from './rpc-clients/tag-owners.ts';
import { countProjectsOfClient, countProjectsOfContact, getProjectFacts, getTaskFacts } from './rpc-handlers/project-facts.ts';
import { getServiceCategoryFacts } from './rpc-handlers/service-category-facts.ts';
import { countProjectsOfTeam, listProjectsOfTeam } from './rpc-handlers/team-projects.ts';
import { keepClientReplica } from './subscriptions/client-changed.keep-replica.ts';
import { keepClientTags, removeAssetTags } from './subscriptions/client-changed.keep-tags.ts';
import { keepUserReplica } from './subscriptions/user-changed.keep-replica.ts';

/** Tickets, projects, categories and tags. */
export const deskService: AnyService = defineService<DeskApp>({
  name: 'desk',
  migrations,
  routes: [
    ...projectHandlers,
    ...projectStatusHandlers,
    ...projectPhaseHandlers,
    ...projectTaskHandlers,
    ...taskChecklistHandlers,
    ...taskDependencyHandlers,
    ...taskStatusMappingHandlers,
    ...projectTeamHandlers,
    ...serviceCategoryHandlers,
    ...ticketCategoryHandlers,
    ...categoryHandlers,
    ...tagHandlers,
  ],
  subscriptions: [keepClientReplica, keepClientTags, removeAssetTags, keepUserReplica],
  rpcHandlers: [
    getServiceCategoryFacts,
    getProjectFacts,
    getTaskFacts,
    countProjectsOfClient,
    countProjectsOfContact,
    listProjectsOfTeam,
    countProjectsOfTeam,
  ],
  commands: {
    project: { create: 'createProject', update: 'updateProject', delete: 'deleteProject' },
    project_task: { update: 'updateProjectTask', delete: 'deleteProjectTask' },
  },
  ports: ({ broker }) => ({ directory: directory(broker), services: services(broker), tagOwners: tagOwners(broker) }),
});
