import { projectSyncRoutes, ticketSyncRoutes } from '@psa/contracts-desk';
import { syncedHandlers } from '@psa/http-kit';
import { blobStoreOf } from '@psa/blob-kit';
import { type AnyService, defineService } from '@psa/service-kit';
import type { DeskApp } from './desk-app.ts';
import { deskSettings } from './desk-settings.ts';
import { migrations } from './migrations/index.ts';
import { categoryHandlers } from './resources/category/category.handlers.ts';
import { serviceCategoryHandlers } from './resources/category/service-category.handlers.ts';
import { ticketCategoryHandlers } from './resources/category/ticket-category.handlers.ts';
import { projectPhaseHandlers } from './resources/project/project-phase/project-phase.handlers.ts';
import { projectStatusHandlers } from './resources/project/project-status/project-status.handlers.ts';
import { projectTaskHandlers } from './resources/project/project-task/project-task.handlers.ts';
import { projectTicketHandlers } from './resources/project/project-ticket/project-ticket.handlers.ts';
import { projectTeamHandlers } from './resources/project/project-team/project-team.handlers.ts';
import { projectHandlers } from './resources/project/project.handlers.ts';
import { tagHandlers } from './resources/tag-lifecycle/tag.handlers.ts';
import { taskTicketHandlers } from './resources/task-ticket/task-ticket.handlers.ts';
import { taskChecklistHandlers } from './resources/project/task-checklist/task-checklist.handlers.ts';
import { taskDependencyHandlers } from './resources/project/task-dependency/task-dependency.handlers.ts';
import { taskStatusMappingHandlers } from './resources/project/task-status-mapping/task-status-mapping.handlers.ts';
import { channelHandlers } from './resources/channel/channel.handlers.ts';
import { priorityHandlers } from './resources/priority/priority.handlers.ts';
import { referenceTypeHandlers } from './resources/reference-type/reference-type.handlers.ts';
import { referenceDataHandlers } from './resources/reference-data/reference-data.handlers.ts';
import { ticketCommentHandlers } from './resources/ticket/ticket-comment/ticket-comment.handlers.ts';
import { ticketChecklistHandlers } from './resources/ticket/ticket-part/ticket-checklist.handlers.ts';
import { ticketPeopleHandlers } from './resources/ticket/ticket-part/ticket-people.handlers.ts';
import { ticketStatusHandlers } from './resources/ticket-status/ticket-status.handlers.ts';
import { ticketHandlers } from './resources/ticket/ticket.handlers.ts';
import { assets } from './rpc-clients/assets.ts';
import { directory } from './rpc-clients/directory.ts';
import { services } from './rpc-clients/services.ts';
import { tagOwners } from './rpc-clients/tag-owners.ts';
import { timeEntries } from './rpc-clients/time-entries.ts';
import { countProjectsOfClient, countProjectsOfContact, getProjectFacts, getTaskFacts } from './rpc-handlers/project-facts.ts';
import { getServiceCategoryFacts } from './rpc-handlers/service-category-facts.ts';
import { countProjectsOfTeam, listProjectsOfTeam } from './rpc-handlers/team-projects.ts';
import { listChannelsOfTickets, listHiddenChannels } from './rpc-handlers/channel-readers.ts';
import { countTicketsOfClient, countTicketsOfContact, getTicketFacts } from './rpc-handlers/ticket-facts.ts';
import {
  addMailComment,
  checkTicketDefaults,
  createTicketFromMail,
  getCommentMail,
  getMailTicket,
  mayReadMail,
} from './rpc-handlers/ticket-mail.ts';
import { countWorkOfUser } from './rpc-handlers/work-of-user.ts';
import { keepClientReplica } from './subscriptions/client-changed.keep-replica.ts';
import { keepClientTags, removeAssetTags } from './subscriptions/client-changed.keep-tags.ts';
import { noteDeliveries } from './subscriptions/outbound-email-changed.note-delivery.ts';
import { countTime } from './subscriptions/time-entry-changed.count-time.ts';
import { keepUserReplica } from './subscriptions/user-changed.keep-replica.ts';
import { blobSweep } from './schedules/blob-sweep.ts';
import { outsideStepSweep } from './schedules/outside-steps.ts';
import { recountTickets } from './schedules/recount-tickets.ts';
import { recurringTicketScan } from './schedules/recurring-tickets.ts';
import { slaClocks } from './schedules/sla-clocks.ts';
import { slaScan } from './schedules/sla-scan.ts';
import { ticketDocumentHandlers } from './resources/ticket/ticket-document/ticket-document.handlers.ts';
import { ticketTemplateHandlers } from './resources/ticket-template/ticket-template.handlers.ts';
import { recurringTicketHandlers } from './resources/recurring-ticket/recurring-ticket.handlers.ts';
import { contactMoveWorker } from './workers/contact-move-worker.ts';
import { tagRenameWorker } from './workers/tag-rename-worker.ts';

/** Tickets, projects, categories and tags. */
export const deskService: AnyService = defineService<DeskApp, typeof deskSettings>({
  name: 'desk',
  settings: deskSettings,
  migrations,
  routes: [
    ...syncedHandlers(projectSyncRoutes, projectHandlers, 'projects'),
    ...projectStatusHandlers,
    ...projectPhaseHandlers,
    ...projectTaskHandlers,
    ...taskChecklistHandlers,
    ...taskDependencyHandlers,
    ...taskStatusMappingHandlers,
    ...projectTeamHandlers,
    ...projectTicketHandlers,
    ...taskTicketHandlers,
    ...serviceCategoryHandlers,
    ...ticketCategoryHandlers,
    ...categoryHandlers,
    ...tagHandlers,
    ...channelHandlers,
    ...ticketStatusHandlers,
    ...priorityHandlers,
    ...syncedHandlers(ticketSyncRoutes, ticketHandlers, 'tickets'),
    ...ticketCommentHandlers,
    ...ticketChecklistHandlers,
    ...ticketPeopleHandlers,
    ...ticketDocumentHandlers,
    ...referenceDataHandlers,
    ...referenceTypeHandlers,
    ...ticketTemplateHandlers,
    ...recurringTicketHandlers,
  ],
  subscriptions: [keepClientReplica, keepClientTags, removeAssetTags, keepUserReplica, countTime, noteDeliveries],
  schedules: [blobSweep, outsideStepSweep, recountTickets, recurringTicketScan, slaClocks, slaScan],
  workers: [tagRenameWorker, contactMoveWorker],
  rpcHandlers: [
    getServiceCategoryFacts,
    getProjectFacts,
    getTaskFacts,
    countProjectsOfClient,
    countProjectsOfContact,
    listProjectsOfTeam,
    countProjectsOfTeam,
    getTicketFacts,
    listHiddenChannels,
    listChannelsOfTickets,
    countTicketsOfClient,
    countTicketsOfContact,
    countWorkOfUser,
    createTicketFromMail,
    checkTicketDefaults,
    addMailComment,
    getMailTicket,
    getCommentMail,
    mayReadMail,
  ],
  commands: {
    ticket: { create: 'createTicket', update: 'updateTicket', close: 'closeTicket', assign: 'assignTicket', delete: 'deleteTicket' },
    project: { create: 'createProject', update: 'updateProject', delete: 'deleteProject' },
    project_task: { update: 'updateProjectTask', delete: 'deleteProjectTask' },
  },
  queries: ['searchTickets', 'listTickets', 'getTicket', 'listTicketComments'],
  ports: ({ broker, settings }) => ({
    assets: assets(broker),
    directory: directory(broker),
    documents: blobStoreOf('desk', settings),
    services: services(broker),
    tagOwners: tagOwners(broker),
    timeEntries: timeEntries(broker),
  }),
});
