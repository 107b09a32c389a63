import type { ApiClient } from './api-client.ts';
import { demoEntries, demoMonths, demoPeople, type DemoWork, sheetState } from './demo-time.ts';
import { inParallel } from './in-parallel.ts';

const AT_ONCE = 4;
const BULK = 50;

/** Creates people with three months of time, on sheets in every state, and what is on their schedule. */
export async function seedTime(api: ApiClient, work: DemoWork, now: Date): Promise<void> {
  const serviceId = await demoService(api);
  await api.change('/api/v1/time-settings', { default_service_id: serviceId, rounding_minutes: 15, rounding_mode: 'up' });
  const months = demoMonths(now);
  const periods = new Map<string, string>();
  for (const month of months) {
    const { period_id } = await api.create('/api/v1/time-periods', `demo/period/${month.start_date}`, month);
    periods.set(month.start_date, String(period_id));
  }
  await inParallel([...demoPeople().entries()], AT_ONCE, async ([personIndex, person]) => {
    const key = `demo/person/${person.username}`;
    const user_id = String((await api.create('/api/v1/users', key, person.body)).user_id);
    for (const [monthIndex, month] of months.entries()) {
      const monthKey = `${key}/${month.start_date}`;
      const sheet = await api.create('/api/v1/time-sheets', `${monthKey}/sheet`, { period_id: periods.get(month.start_date), user_id });
      const entries = demoEntries(person, month, work, now).map((entry) => ({ ...entry, user_id }));
      for (let at = 0; at < entries.length; at += BULK)
        await api.create('/api/v1/time-entries/bulk', `${monthKey}/entries/${at}`, { entries: entries.slice(at, at + BULK) });
      await moveSheet(api, `/api/v1/time-sheets/${String(sheet.id)}`, monthKey, sheetState(personIndex, monthIndex));
    }
    await api.create('/api/v1/schedules', `${key}/stand-up`, {
      title: 'Stand-up',
      work_item_type: 'meeting',
      scheduled_start: `${months.at(-1)!.start_date}T08:00:00Z`,
      scheduled_end: `${months.at(-1)!.start_date}T08:15:00Z`,
      timezone: 'Europe/Berlin',
      assigned_user_ids: [user_id],
      recurrence_pattern: { frequency: 'daily', workdaysOnly: true },
    });
  });
}

async function moveSheet(api: ApiClient, path: string, key: string, state: ReturnType<typeof sheetState>): Promise<void> {
  if (state === 'draft') return;
  await api.create(`${path}/submit`, `${key}/submit`, {});
  if (state === 'approved') await api.create(`${path}/approve`, `${key}/approve`, {});
  if (state === 'changes_requested')
    await api.create(`${path}/request-changes`, `${key}/request-changes`, { change_reason: 'Which client was this for?' });
}

async function demoService(api: ApiClient): Promise<string> {
  const type = await api.create('/api/v1/service-types', 'demo/service-type', { name: 'Managed services', billing_method: 'hourly' });
  const service = await api.create('/api/v1/services', 'demo/service', {
    service_name: 'Remote support',
    custom_service_type_id: type.service_type_id,
    billing_method: 'hourly',
    default_rate: 12_000,
    unit_of_measure: 'hour',
  });
  return String(service.service_id);
}
