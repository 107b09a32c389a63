import { createRandom, type Random } from './random.ts';

/** Somebody who works for the demo provider. */
export interface DemoPerson {
  readonly username: string;
  readonly body: Record<string, unknown>;
}

const NAMES = [
  ['Ada', 'Okafor'],
  ['Bruno', 'Lindqvist'],
  ['Chiara', 'Moretti'],
  ['Dmitri', 'Sokolov'],
  ['Esra', 'Yilmaz'],
  ['Felix', 'Brandt'],
  ['Grace', 'Nakamura'],
  ['Hugo', 'Fernandes'],
] as const;

/** Eight people. */
export function demoPeople(): DemoPerson[] {
  return NAMES.map(([first_name, last_name]) => {
    const username = `${first_name}.${last_name}`.toLowerCase();
    return { username, body: { username, email: `${username}@demo-msp.example`, first_name, last_name, timezone: 'Europe/Berlin' } };
  });
}

/** Months that are worked, the current one among them. */
export const DEMO_MONTHS = 3;

export interface DemoMonth {
  readonly start_date: string;
  /** Exclusive. */
  readonly end_date: string;
}

/** The months up to today, oldest first. */
export function demoMonths(now: Date): DemoMonth[] {
  const first = (offset: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1)).toISOString().slice(0, 10);
  return Array.from({ length: DEMO_MONTHS }, (_, index) => {
    const offset = index - DEMO_MONTHS + 1;
    return { start_date: first(offset), end_date: first(offset + 1) };
  });
}

/** How far the sheet of a month has come: what is over is approved, of the last month every state is there, the current one is open. */
export function sheetState(personIndex: number, monthIndex: number): 'draft' | 'submitted' | 'changes_requested' | 'approved' {
  if (monthIndex === DEMO_MONTHS - 1) return 'draft';
  if (monthIndex < DEMO_MONTHS - 2) return 'approved';
  return (['submitted', 'changes_requested', 'approved', 'submitted'] as const)[personIndex % 4]!;
}

const AD_HOC = ['Answered the phone', 'Looked at alerts', 'Restored a mailbox', 'Updated the firewall', 'Visited the client'];

/** What there is to work on, by id. */
export interface DemoWork {
  readonly tickets: readonly string[];
  readonly tasks: readonly string[];
}

/** What somebody logged in a month: one or two stretches of every working day up to now, half of them on tickets. */
export function demoEntries(person: DemoPerson, month: DemoMonth, work: DemoWork, now: Date): Record<string, unknown>[] {
  const random = createRandom(`time/${person.username}/${month.start_date}`);
  const entries: Record<string, unknown>[] = [];
  for (let day = Date.parse(month.start_date); day < Math.min(Date.parse(month.end_date), now.getTime() - 86_400_000); day += 86_400_000) {
    const weekday = new Date(day).getUTCDay();
    if (weekday === 0 || weekday === 6 || random.chance(0.05)) continue;
    let hour = 7;
    for (let left = random.int(1, 2); left > 0; left--) {
      const start = day + (hour * 60 + random.pick([0, 15, 30])) * 60_000;
      const minutes = random.pick([60, 90, 120, 150, 180]);
      entries.push({
        ...workItem(random, work),
        start_time: new Date(start).toISOString(),
        end_time: new Date(start + minutes * 60_000).toISOString(),
        is_billable: random.chance(0.8),
        notes: random.pick(AD_HOC),
      });
      hour += 5;
    }
  }
  return entries;
}

function workItem(random: Random, { tickets, tasks }: DemoWork): Record<string, unknown> {
  if (random.chance(0.5)) return { work_item_type: 'ticket', work_item_id: random.pick(tickets) };
  if (random.chance(0.5)) return { work_item_type: 'project_task', work_item_id: random.pick(tasks) };
  return { work_item_type: 'ad_hoc' };
}
