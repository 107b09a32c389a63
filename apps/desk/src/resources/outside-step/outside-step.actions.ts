import { ApiError, isRefusal } from '@psa/contract-kit';
import type { RequestContext } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../desk-app.ts';
import { forgetStep, giveUpStep, noteStep, settleStep } from './outside-step.records.ts';
import type { OutsideStep } from './outside-step.tables.ts';

interface Work<Done, Result> {
  /** Refuses what cannot be written anyway, before anything is done. */
  readonly check: (tx: Tx) => Promise<unknown>;
  /** Writes what the step was for. @param done what the other service answered */
  readonly write: (tx: Tx, done: Done) => Promise<Result>;
}

/** Codes of refusals that tell nothing of whether it was done before. */
const UNDECIDED: ReadonlySet<string> = new Set(['RATE_LIMITED', 'REQUEST_IN_FLIGHT', 'IDEMPOTENCY_KEY_REUSED']);

/** Whether another service said no, so that nothing was done there. */
function isFinalRefusal(error: unknown): boolean {
  return isRefusal(error) && !UNDECIDED.has(error.code);
}

/**
 * Does a step in another service and writes what it is for: both or neither. What is intended is noted before, and the note goes in the
 * transaction that writes. What breaks off in between is undone from its note, at once or by the sweep.
 * @throws what the other service or the writing refuses it with, SERVICE_UNAVAILABLE
 */
async function withStep<Done, Result>(
  db: Db,
  ports: Ports,
  step: OutsideStep,
  act: (stepId: string) => Promise<Done>,
  { check, write }: Work<Done, Result>,
): Promise<Result> {
  const stepId = uuidv7();
  await db.commitNow(async (tx) => {
    await check(tx);
    await noteStep(tx, stepId, step);
  });
  // Without an answer it is unknown whether it was done; the sweep settles it once no answer can arrive.
  const done = await act(stepId).catch(async (error: unknown) => {
    if (isFinalRefusal(error)) await forgetStep(db, stepId);
    throw error;
  });
  try {
    return await db.transaction(async (tx) => {
      if (!(await settleStep(tx, stepId))) throw new ApiError('SERVICE_UNAVAILABLE', 'It took too long and was given up');
      return write(tx, done);
    });
  } catch (error) {
    // What fails here is left to the sweep.
    await undoStep(db, ports, stepId).catch(() => {});
    throw error;
  }
}

/** Links a ticket to be with its asset, and opens it. @param refused what to throw when they cannot be linked */
export function withAssetLink<Result>(
  db: Db,
  ports: Ports,
  link: { asset_id: string; client_id: string; ticket_id: string },
  refused: (outcome: 'unknown_asset' | 'other_client') => ApiError,
  work: Work<void, Result>,
): Promise<Result> {
  const act = async () => {
    const outcome = await ports.assets.link(db.context, link);
    if (outcome !== 'linked') throw refused(outcome);
  };
  return withStep(db, ports, { kind: 'asset_link', ...link }, act, work);
}

/** A fault of the entry as one of the body whose `time_entry` it is. */
function asTimeEntry(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'VALIDATION_ERROR' || !Array.isArray(error.details)) throw error;
  const issues = (error.details as { path?: (string | number)[] }[]).map((issue) => ({
    ...issue,
    path: ['time_entry', ...(issue.path ?? [])],
  }));
  throw new ApiError(error.code, error.message, issues);
}

/** Logs time in the name of the caller, and writes what it is logged with. @throws VALIDATION_ERROR naming the member of `time_entry` */
export function withTimeEntry<Result>(
  db: Db,
  ports: Ports,
  entry: Extract<OutsideStep, { kind: 'time_entry' }>['entry'],
  work: Work<string, Result>,
): Promise<Result> {
  return withStep(
    db,
    ports,
    { kind: 'time_entry', entry },
    (stepId) => ports.timeEntries.create(db.context, entry, stepId).catch(asTimeEntry),
    work,
  );
}

/** Undoes a step whose purpose was not written. Done twice it does nothing more. @throws SERVICE_UNAVAILABLE */
export async function undoStep(db: Db, ports: Ports, stepId: string): Promise<void> {
  const row = await giveUpStep(db, stepId);
  if (row === undefined) return;
  const context = { ...db.context, actor: row.actor } as RequestContext;
  const { details } = row;
  if (details.kind === 'asset_link') await ports.assets.unlink(context, details);
  else await undoTimeEntry(ports, context, details.entry, stepId);
  await forgetStep(db, stepId);
}

async function undoTimeEntry(
  ports: Ports,
  context: RequestContext,
  entry: Extract<OutsideStep, { kind: 'time_entry' }>['entry'],
  stepId: string,
): Promise<void> {
  try {
    // Under the same key it is the same entry: so its id is found out, whether or not an answer ever came.
    await ports.timeEntries.delete(context, await ports.timeEntries.create(context, entry, stepId));
  } catch (error) {
    // Refused it was never made; or it is gone, or approved in the meantime.
    if (!isFinalRefusal(error)) throw error;
  }
}
