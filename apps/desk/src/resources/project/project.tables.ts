import type { ProjectStatusWord } from '@psa/contracts-desk';
import type { NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';

type Defaulted<T> = ColumnType<T, T | undefined, T>;

interface Dated {
  tenant: TenantColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface ProjectStatusesTable {
  tenant: TenantColumn;
  status_id: string;
  status_name: string;
  is_closed: boolean;
  is_default: boolean;
  order_number: number;
  /** Which of the standard statuses it is, whatever it is called now; null for others, and for rows an earlier release made. */
  word: Defaulted<StandardWord | null>;
  version: VersionColumn;
}

/** What callers and statistics call the standard statuses. */
export type StandardWord = Exclude<ProjectStatusWord, 'active'>;

export interface ProjectsTable extends Dated {
  project_id: string;
  client_id: string;
  project_number: string;
  project_name: string;
  description: string | null;
  start_date: NullableTimestampColumn;
  end_date: NullableTimestampColumn;
  wbs_code: string;
  /** Number of the last phase in the work breakdown structure; it only grows. */
  last_phase_number: Defaulted<number>;
  is_inactive: boolean;
  status_id: string;
  closed_at: NullableTimestampColumn;
  assigned_to: string | null;
  contact_name_id: string | null;
  budgeted_hours: number | null;
  /** Minutes logged on its tasks. */
  actual_minutes: Defaulted<number>;
  shared_with_client: boolean;
  tags: string[];
  version: VersionColumn;
}

export interface ProjectPhasesTable extends Dated {
  phase_id: string;
  project_id: string;
  phase_name: string;
  description: string | null;
  start_date: NullableTimestampColumn;
  end_date: NullableTimestampColumn;
  status: string;
  order_number: number;
  order_key: string;
  wbs_code: string;
  /** Number of the last task in the work breakdown structure; it only grows. */
  last_task_number: Defaulted<number>;
  version: VersionColumn;
}

export interface TaskStatusMappingsTable extends Dated {
  project_status_mapping_id: string;
  project_id: string;
  phase_id: string | null;
  is_standard: boolean;
  status_name: string;
  is_closed: boolean;
  display_order: number;
  is_visible: boolean;
}

export interface ProjectTasksTable extends Dated {
  task_id: string;
  project_id: string;
  phase_id: string;
  task_name: string;
  description: string | null;
  assigned_to: string | null;
  estimated_hours: number | null;
  /** Minutes logged on it. */
  actual_minutes: Defaulted<number>;
  due_date: NullableTimestampColumn;
  priority_id: string | null;
  task_type_key: string;
  project_status_mapping_id: string;
  completed_at: NullableTimestampColumn;
  wbs_code: string;
  order_key: string;
  tags: string[];
  version: VersionColumn;
}

export interface TaskChecklistItemsTable extends Dated {
  checklist_item_id: string;
  task_id: string;
  item_text: string;
  is_completed: boolean;
  order_number: number;
}

export interface TaskDependenciesTable {
  tenant: TenantColumn;
  dependency_id: string;
  project_id: string;
  predecessor_task_id: string;
  successor_task_id: string;
  dependency_type: string;
  lag_days: number;
  notes: string | null;
  created_at: TimestampColumn;
}

/** Minutes of time entries on tasks, by entry: what a task's total is made of. */
export interface TaskTimeEntriesTable {
  tenant: TenantColumn;
  entry_id: string;
  task_id: string;
  minutes: number;
  is_deleted: boolean;
  version: number;
}

export interface ProjectTeamsTable {
  tenant: TenantColumn;
  project_id: string;
  team_id: string;
  role: string;
  assigned_at: TimestampColumn;
  start_date: NullableTimestampColumn;
  end_date: NullableTimestampColumn;
  allocation_percentage: number | null;
  notes: string | null;
}

export interface ProjectTicketLinksTable {
  tenant: TenantColumn;
  link_id: string;
  project_id: string;
  task_id: string | null;
  ticket_id: string;
  link_type: string;
  notes: string | null;
  created_by: string | null;
  created_at: TimestampColumn;
}

/** Numbers that are given once: of projects, and of their work breakdown structures. */
export interface ProjectSequencesTable {
  tenant: TenantColumn;
  name: string;
  last_number: number;
}

export interface ProjectTables {
  project_statuses: ProjectStatusesTable;
  projects: ProjectsTable;
  project_phases: ProjectPhasesTable;
  task_status_mappings: TaskStatusMappingsTable;
  project_tasks: ProjectTasksTable;
  task_checklist_items: TaskChecklistItemsTable;
  task_dependencies: TaskDependenciesTable;
  task_time_entries: TaskTimeEntriesTable;
  project_teams: ProjectTeamsTable;
  project_ticket_links: ProjectTicketLinksTable;
  project_sequences: ProjectSequencesTable;
}
