import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

const DATED = 'created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()';

/** Projects with their phases, tasks, status columns, checklists, dependencies and teams. */
export const projectsMigration: Migration = {
  async up(db: MigrationDb) {
    const table = (name: string, key: string[], columns: string) => createTenantTable(db, 'desk', name, { key, columns });

    await table(
      'project_statuses',
      ['status_id'],
      'status_id uuid not null, status_name text not null, is_closed boolean not null, is_default boolean not null, order_number integer not null',
    );
    await table('project_sequences', ['name'], 'name text not null, last_number bigint not null');
    await table(
      'projects',
      ['project_id'],
      `project_id uuid not null, client_id uuid not null, project_number text not null, project_name text not null, description text,
       start_date timestamptz(3), end_date timestamptz(3), wbs_code text not null, last_phase_number integer not null default 0,
       is_inactive boolean not null, status_id uuid not null, closed_at timestamptz(3), assigned_to uuid, contact_name_id uuid,
       budgeted_hours double precision, actual_minutes integer not null default 0, shared_with_client boolean not null, tags text[] not null,
       version integer not null default 1, ${DATED}, foreign key (tenant, status_id) references project_statuses`,
    );
    await table(
      'project_phases',
      ['phase_id'],
      `phase_id uuid not null, project_id uuid not null, phase_name text not null, description text, start_date timestamptz(3),
       end_date timestamptz(3), status text not null, order_number integer not null, order_key text collate "C" not null,
       wbs_code text not null, last_task_number integer not null default 0, version integer not null default 1, ${DATED},
       foreign key (tenant, project_id) references projects on delete cascade`,
    );
    await table(
      'task_status_mappings',
      ['project_status_mapping_id'],
      `project_status_mapping_id uuid not null, project_id uuid not null, phase_id uuid, is_standard boolean not null,
       status_name text not null, is_closed boolean not null, display_order integer not null, is_visible boolean not null, ${DATED},
       foreign key (tenant, project_id) references projects on delete cascade,
       foreign key (tenant, phase_id) references project_phases on delete cascade`,
    );
    await table(
      'project_tasks',
      ['task_id'],
      `task_id uuid not null, project_id uuid not null, phase_id uuid not null, task_name text not null, description text, assigned_to uuid,
       estimated_hours double precision, actual_minutes integer not null default 0, due_date timestamptz(3), priority_id uuid,
       task_type_key text not null, project_status_mapping_id uuid not null, completed_at timestamptz(3), wbs_code text not null,
       order_key text collate "C" not null, tags text[] not null, version integer not null default 1, ${DATED},
       foreign key (tenant, project_id) references projects on delete cascade,
       foreign key (tenant, phase_id) references project_phases on delete cascade,
       foreign key (tenant, project_status_mapping_id) references task_status_mappings`,
    );
    await table(
      'task_checklist_items',
      ['checklist_item_id'],
      `checklist_item_id uuid not null, task_id uuid not null, item_text text not null, is_completed boolean not null,
       order_number integer not null, ${DATED}, foreign key (tenant, task_id) references project_tasks on delete cascade`,
    );
    await table(
      'task_dependencies',
      ['dependency_id'],
      `dependency_id uuid not null, project_id uuid not null, predecessor_task_id uuid not null, successor_task_id uuid not null,
       dependency_type text not null, lag_days integer not null, notes text, created_at timestamptz(3) not null default now(),
       foreign key (tenant, predecessor_task_id) references project_tasks on delete cascade,
       foreign key (tenant, successor_task_id) references project_tasks on delete cascade`,
    );
    // No key to the task: an entry may be heard of before its task, and is counted when both are here.
    await table(
      'task_time_entries',
      ['entry_id'],
      'entry_id uuid not null, task_id uuid not null, minutes integer not null, is_deleted boolean not null, version integer not null',
    );
    await table(
      'project_teams',
      ['project_id', 'team_id'],
      `project_id uuid not null, team_id uuid not null, role text not null, assigned_at timestamptz(3) not null default now(),
       start_date timestamptz(3), end_date timestamptz(3), allocation_percentage double precision, notes text,
       foreign key (tenant, project_id) references projects on delete cascade`,
    );
    await table(
      'project_ticket_links',
      ['link_id'],
      `link_id uuid not null, project_id uuid not null, task_id uuid, ticket_id uuid not null, link_type text not null, notes text,
       created_by uuid, created_at timestamptz(3) not null default now(),
       foreign key (tenant, project_id) references projects on delete cascade`,
    );
    for (const index of [
      'unique index project_ticket_links_pair on project_ticket_links (tenant, project_id, ticket_id)',
      'index project_ticket_links_ticket on project_ticket_links (tenant, ticket_id)',
      'index project_ticket_links_task on project_ticket_links (tenant, task_id) where task_id is not null',
      'unique index project_statuses_name on project_statuses (tenant, lower(status_name))',
      'unique index projects_number on projects (tenant, lower(project_number))',
      'unique index projects_wbs on projects (tenant, wbs_code)',
      'index projects_created on projects (tenant, created_at, project_id)',
      'index projects_name on projects (tenant, project_name, project_id)',
      'index projects_client on projects (tenant, client_id)',
      'unique index project_phases_order on project_phases (tenant, project_id, order_key)',
      'unique index project_phases_wbs on project_phases (tenant, wbs_code)',
      'index task_status_mappings_project on task_status_mappings (tenant, project_id, display_order)',
      'unique index project_tasks_order on project_tasks (tenant, phase_id, order_key)',
      'unique index project_tasks_wbs on project_tasks (tenant, wbs_code)',
      'index project_tasks_project on project_tasks (tenant, project_id)',
      'index project_tasks_mapping on project_tasks (tenant, project_status_mapping_id)',
      'unique index task_checklist_items_order on task_checklist_items (tenant, task_id, order_number)',
      'unique index task_dependencies_pair on task_dependencies (tenant, predecessor_task_id, successor_task_id)',
      'index task_dependencies_successor on task_dependencies (tenant, successor_task_id)',
      'index task_time_entries_task on task_time_entries (tenant, task_id)',
      'index project_teams_team on project_teams (tenant, team_id, assigned_at)',
    ])
      await sql.raw(`create ${index}`).execute(db);
  },
};
