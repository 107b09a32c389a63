import { workflowTaskRoutes } from '@psa/contracts-automation';
import { demandPermissions, versioned } from '@psa/http-kit';
import { handlers } from '../../automation-app.ts';
import { assertForm } from './task-form.rules.ts';
import { listTaskChanges, listTasks } from './workflow.list.ts';
import { requireTask } from './workflow.records.ts';
import { claimTask, completeTask, createTask, delegateTask, unclaimTask, updateTask } from './workflow-task.actions.ts';
import { requireAssignedRoles, requireAssignees } from './workflow-task.references.ts';
import { taskPath, toTask, toTaskChange } from './workflow.view.ts';

export const workflowTaskHandlers = handlers(workflowTaskRoutes, {
  listWorkflowTasks: async ({ db, ports, principal, query }) => {
    if (query.scope === 'all') demandPermissions(principal, ['workflow:manage']);
    const { userId } = principal;
    const inboxOf = query.scope === 'all' ? undefined : { userId, roleIds: await ports.roles.rolesOf(db.context, userId) };
    const { rows, pagination } = await listTasks(db, query, inboxOf);
    return { data: rows.map(toTask), pagination };
  },
  createWorkflowTask: async ({ db, ports, principal, body }) => {
    assertForm(body.form_definition, 'form_definition');
    await requireAssignees(db, ports, body.assigned_users, 'assigned_users');
    await requireAssignedRoles(db, ports, body.assigned_roles);
    const row = await createTask(db, principal, body);
    return versioned({ data: toTask(row) }, row.version, taskPath(row.task_id));
  },
  getWorkflowTask: async ({ db, params }) => {
    const row = await requireTask(db, params.id);
    return versioned({ data: toTask(row) }, row.version);
  },
  updateWorkflowTask: async ({ db, ports, principal, params, body, ifMatch }) => {
    const former = await requireTask(db, params.id);
    const added = (given: readonly string[] = [], before: readonly string[]) => given.filter((id) => !before.includes(id));
    await requireAssignees(db, ports, added(body.assigned_users, former.assigned_users), 'assigned_users');
    await requireAssignedRoles(db, ports, added(body.assigned_roles, former.assigned_roles));
    const { claimed_by: userId } = former;
    const claimant = userId === null ? undefined : { userId, roleIds: await ports.roles.rolesOf(db.context, userId) };
    const row = await updateTask(db, principal, params.id, body, ifMatch, claimant);
    return versioned({ data: toTask(row) }, row.version);
  },
  claimWorkflowTask: async ({ db, ports, principal, params }) => ({ data: toTask(await claimTask(db, ports, principal, params.id)) }),
  delegateWorkflowTask: async ({ db, ports, principal, params, body }) => {
    await requireAssignees(db, ports, [body.user_id], 'user_id');
    return { data: toTask(await delegateTask(db, principal, params.id, body)) };
  },
  listWorkflowTaskHistory: async ({ db, params, query }) => {
    await requireTask(db, params.id);
    const { rows, pagination } = await listTaskChanges(db, params.id, query);
    return { data: rows.map(toTaskChange), pagination };
  },
  unclaimWorkflowTask: async ({ db, principal, params }) => ({ data: toTask(await unclaimTask(db, principal, params.id)) }),
  completeWorkflowTask: async ({ db, principal, params, body }) => ({ data: toTask(await completeTask(db, principal, params.id, body)) }),
});
