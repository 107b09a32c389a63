import { projectEvents } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import type { Tx } from '../../desk-app.ts';
import { requireProjectStatus } from './project-status/project-status.records.ts';
import { factsOf } from './project.actions.ts';
import { updateProjectRow } from './project.records.ts';

/** Tells that something that belongs to a locked project was changed. @param member such as `teams` */
export async function touchProject(tx: Tx, projectId: string, member: string): Promise<void> {
  const row = await updateProjectRow(tx, projectId, {});
  emit(tx, projectEvents.updated, { ...factsOf(row, await requireProjectStatus(tx, row.status_id)), changed: [member] }, row.version);
}
