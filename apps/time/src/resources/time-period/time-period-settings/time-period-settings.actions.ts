import { conflict, invalidField, notFound } from '@psa/contract-kit';
import type { CreateTimePeriodSettings, UpdateTimePeriodSettings } from '@psa/contracts-time';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../../time-app.ts';
import { keepPeriods } from '../keep-periods.actions.ts';
import { lockTimePeriods } from '../time-period.records.ts';
import { assertRule, rulesCross } from './settings-periods.rules.ts';
import {
  activeSettings,
  insertTimePeriodSettings,
  lockTimePeriodSettings,
  type TimePeriodSettingsRecord,
  updateTimePeriodSettingsRow,
} from './time-period-settings.records.ts';

/** Adds settings, and what periods they give for today and next. @throws VALIDATION_ERROR, CONFLICT when they cross active ones */
export function createTimePeriodSettings(db: Db, input: CreateTimePeriodSettings): Promise<TimePeriodSettingsRecord> {
  const { interval, frequency_unit, ...given } = input;
  if (given.frequency === 'custom' && interval === undefined && frequency_unit === undefined)
    throw invalidField('interval', 'is required for custom periods: the number of days', 'required');
  const row = {
    start_day: null,
    end_day: null,
    start_month: null,
    end_month: null,
    effective_to: null,
    is_active: true,
    ...given,
    interval: interval ?? frequency_unit ?? 1,
  };
  assertRule(row);
  return db.transaction(async (tx) => {
    await lockTimePeriods(tx);
    if (row.is_active) await assertNoneCrosses(tx, row);
    const created = await insertTimePeriodSettings(tx, { ...row, time_period_settings_id: uuidv7() });
    await keepPeriods(tx, await activeSettings(tx));
    return created;
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, CONFLICT when they cross active ones */
export function updateTimePeriodSettings(
  db: Db,
  id: string,
  { interval, frequency_unit, ...given }: UpdateTimePeriodSettings,
  accepted: Accepted,
): Promise<TimePeriodSettingsRecord> {
  return db.transaction(async (tx) => {
    await lockTimePeriods(tx);
    const previous = await lockTimePeriodSettings(tx, id);
    if (previous === undefined) throw notFound('Time period settings');
    demandVersion(accepted, previous.version);
    const changes = changedMembers(previous, { ...given, interval: interval ?? frequency_unit });
    if (Object.keys(changes).length === 0) return previous;
    const wanted = { ...previous, ...changes };
    assertRule(wanted);
    if (wanted.is_active) await assertNoneCrosses(tx, wanted, id);
    const row = await updateTimePeriodSettingsRow(tx, id, changes);
    await keepPeriods(tx, await activeSettings(tx));
    return row;
  });
}

async function assertNoneCrosses(tx: Tx, wanted: Parameters<typeof rulesCross>[0], except?: string): Promise<void> {
  const crossing = (await activeSettings(tx)).filter((row) => row.time_period_settings_id !== except && rulesCross(wanted, row));
  if (crossing.length === 0) return;
  throw conflict('Active settings would give periods that overlap these', {
    time_period_settings_ids: crossing.slice(0, 10).map(({ time_period_settings_id }) => time_period_settings_id),
  });
}
