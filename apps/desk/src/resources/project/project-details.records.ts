import type { Db } from '../../desk-app.ts';
import { findPhases, type PhaseRecord } from './project-phase/project-phase.records.ts';
import { findProject, type ProjectRow, taskFigures } from './project.records.ts';

export interface ProjectBelongings {
  readonly phases: readonly PhaseRecord[];
  readonly figures: {
    readonly total_tasks: number;
    readonly completed_tasks: number;
    readonly estimated_hours: number;
    readonly actual_minutes: number;
  };
}

/** A project with its phases and the figures over its tasks. */
export async function findProjectDetails(
  db: Db,
  projectId: string,
): Promise<{ row: ProjectRow; belongings: ProjectBelongings } | undefined> {
  const [row, phases, figures] = await Promise.all([findProject(db, projectId), findPhases(db, projectId), taskFigures(db, projectId)]);
  return row && { row, belongings: { phases, figures } };
}
