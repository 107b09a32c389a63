import { conflict, invalidField } from '@psa/contract-kit';
import type { CreateWorkflowTrigger, FireWorkflowTrigger, UpdateWorkflowTrigger } from '@psa/contracts-automation';
import { type Accepted, demandPermissions, demandVersion, type Principal } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports } from '../../automation-app.ts';
import { makeSigningSecret } from '../webhook/signature.ts';
import { permissionsOfDefinition } from '../workflow/definition.rules.ts';
import { type ExecutionRow, findRegistration, findVersion } from '../workflow/workflow.records.ts';
import { startFromTrigger } from './start-from-trigger.actions.ts';
import { assertTrigger, nextTime, readersOfPattern } from './trigger.rules.ts';
import {
  changeTrigger,
  deleteTriggerRow,
  formerPlace,
  insertTrigger,
  lockTrigger,
  noteFired,
  requireTrigger,
  secretPlace,
  type TriggerRow,
} from './trigger.records.ts';
import { workflowHookUrl } from './trigger.view.ts';

const OVERLAP_HOURS = 24;

type TriggerPorts = Pick<Ports, 'offered' | 'secrets' | 'publicUrl'>;

/** Creates a trigger. @throws VALIDATION_ERROR, FORBIDDEN for events the caller may not read */
export function createTrigger(db: Db, ports: TriggerPorts, principal: Principal, input: CreateWorkflowTrigger): Promise<TriggerRow> {
  const trigger = { ...input, event_type: input.event_type ?? null, schedule_expression: input.schedule_expression ?? null };
  assertTrigger(trigger, ports.offered.events);
  demandPermissions(principal, readersOfPattern(trigger.event_type, ports.offered.events));
  const trigger_id = uuidv7();
  return db.transaction(async (tx) => {
    if ((await findRegistration(tx, input.workflow_registration_id)) === undefined)
      throw invalidField('workflow_registration_id', 'is no workflow');
    const sealed_secret =
      input.trigger_type === 'webhook' ? await ports.secrets.seal(tx, makeSigningSecret(), secretPlace(trigger_id)) : null;
    return insertTrigger(tx, {
      ...trigger,
      trigger_id,
      conditions: JSON.stringify(input.conditions),
      parameters: JSON.stringify(input.parameters),
      sealed_secret,
      next_scheduled_time: nextScheduled(trigger),
      runs_as: principal.userId,
      created_by: principal.userId,
    });
  });
}

/** Changes a trigger. @throws NOT_FOUND, VALIDATION_ERROR, FORBIDDEN, PRECONDITION_FAILED */
export function updateTrigger(
  db: Db,
  ports: TriggerPorts,
  principal: Principal,
  id: string,
  input: UpdateWorkflowTrigger,
  accepted?: Accepted,
): Promise<TriggerRow> {
  return db.transaction(async (tx) => {
    const row = await lockTrigger(tx, id);
    demandVersion(accepted, row.version);
    const { conditions, parameters, ...members } = input;
    const given = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Omit<
      UpdateWorkflowTrigger,
      'conditions' | 'parameters'
    >;
    const changed = { ...row, ...given };
    assertTrigger(changed, ports.offered.events);
    demandPermissions(principal, readersOfPattern(changed.event_type, ports.offered.events));
    const isRetimed = (['schedule_expression', 'timezone', 'is_active'] as const).some((member) => changed[member] !== row[member]);
    return changeTrigger(tx, id, {
      ...given,
      // Whoever changed it last is responsible for what it starts.
      runs_as: principal.userId,
      ...(conditions === undefined ? {} : { conditions: JSON.stringify(conditions) }),
      ...(parameters === undefined ? {} : { parameters: JSON.stringify(parameters) }),
      ...(isRetimed ? { next_scheduled_time: nextScheduled(changed) } : {}),
    });
  });
}

export function deleteTrigger(db: Db, id: string, accepted?: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const row = await lockTrigger(tx, id);
    demandVersion(accepted, row.version);
    await deleteTriggerRow(tx, id);
  });
}

/** Starts the workflow of a trigger because somebody asks for it. @throws NOT_FOUND, CONFLICT when it or its workflow is not active */
export function fireTrigger(db: Db, id: string, { context_data, correlation_id }: FireWorkflowTrigger): Promise<ExecutionRow> {
  return db.transaction(async (tx) => {
    const trigger = await lockTrigger(tx, id);
    if (!trigger.is_active) throw conflict('The trigger is not active');
    const started = await startFromTrigger(tx, trigger, { context_data, ...(correlation_id === undefined ? {} : { correlation_id }) });
    if (typeof started === 'string') throw conflict(started);
    await noteFired(tx, id, null);
    return started;
  });
}

/**
 * Gives the address of a trigger a new secret and shows it; the former one is good for another day.
 * @throws NOT_FOUND, CONFLICT when it has no address, FORBIDDEN for who may not do what the workflow does: the secret starts it
 */
export async function rotateTriggerSecret(
  db: Db,
  { secrets, publicUrl }: TriggerPorts,
  principal: Principal,
  id: string,
): Promise<{ trigger_id: string; webhook_url: string; secret: string }> {
  const found = await requireTrigger(db, id);
  const registration = await findRegistration(db, found.workflow_registration_id);
  const version = registration && (await findVersion(db, registration, undefined));
  if (version?.definition) demandPermissions(principal, permissionsOfDefinition(version.definition));
  return db.transaction(async (tx) => {
    const row = await lockTrigger(tx, id);
    if (row.sealed_secret === null) throw conflict('The trigger is not started by a webhook');
    const secret = makeSigningSecret();
    const former = await secrets.open(tx, row.sealed_secret, secretPlace(id));
    await changeTrigger(tx, id, {
      sealed_secret: await secrets.seal(tx, secret, secretPlace(id)),
      sealed_former_secret: await secrets.seal(tx, former, formerPlace(id)),
      former_until: new Date(Date.now() + OVERLAP_HOURS * 3_600_000).toISOString(),
    });
    return { trigger_id: id, webhook_url: workflowHookUrl(publicUrl, row), secret };
  });
}

function nextScheduled(trigger: { is_active: boolean; schedule_expression: string | null; timezone: string }): string | null {
  const { is_active, schedule_expression, timezone } = trigger;
  if (!is_active || schedule_expression === null) return null;
  const next = nextTime({ schedule_expression, timezone }, Date.now());
  return next === null ? null : new Date(next).toISOString();
}
