import { projectExportColumns, type ProjectExportQuery } from '@psa/contracts-desk';
import { csvLines, Download } from '@psa/http-kit';
import type { Db } from '../../desk-app.ts';
import { findPhasesOf } from './project-phase/project-phase.records.ts';
import { toProjectPhase } from './project-phase/project-phase.view.ts';
import { findTasksOf } from './project-task/project-task.records.ts';
import { toProjectTask } from './project-task/project-task.view.ts';
import { exportedProjects } from './project-search.list.ts';
import type { ProjectRow } from './project.records.ts';
import { toProject } from './project.view.ts';

/** The selected projects as a file that is written while they are read. */
export function exportProjects(db: Db, query: ProjectExportQuery): Download {
  const columns = query.fields ?? projectExportColumns;
  if (query.format === 'csv') {
    const rows = async function* () {
      for await (const page of exportedProjects(db, query)) yield page.map((row) => ({ ...toProject(row), tags: row.tags.join(', ') }));
    };
    return new Download('text/csv; charset=utf-8', csvLines(columns, rows()), 'projects.csv');
  }
  return new Download('application/json; charset=utf-8', jsonExport(db, query, columns));
}

async function* jsonExport(db: Db, query: ProjectExportQuery, columns: readonly string[]): AsyncGenerator<string> {
  yield '{"data":[';
  let separator = '';
  for await (const page of exportedProjects(db, query)) {
    const inside = await belongings(db, query, page);
    for (const row of page) {
      const project = toProject(row) as unknown as Record<string, unknown>;
      const shown = Object.fromEntries(columns.map((column) => [column, project[column]]));
      yield separator + JSON.stringify({ ...shown, ...inside(row.project_id) });
      separator = ',';
    }
  }
  yield ']}';
}

/** What of the phases and tasks of a page of projects was asked for. */
async function belongings(db: Db, { include_phases, include_tasks }: ProjectExportQuery, page: readonly ProjectRow[]) {
  const ids = page.map(({ project_id }) => project_id);
  const [phases, tasks] = await Promise.all([
    include_phases === true || include_tasks === true ? findPhasesOf(db, ids) : [],
    include_tasks === true ? findTasksOf(db, ids) : [],
  ]);
  const [phasesOf, tasksOf] = [Map.groupBy(phases, ({ project_id }) => project_id), Map.groupBy(tasks, ({ phase_id }) => phase_id)];
  return (projectId: string) => {
    if (include_phases !== true && include_tasks !== true) return {};
    return {
      phases: (phasesOf.get(projectId) ?? []).map((phase) => ({
        ...toProjectPhase(phase),
        ...(include_tasks === true && { tasks: (tasksOf.get(phase.phase_id) ?? []).map(toProjectTask) }),
      })),
    };
  };
}
