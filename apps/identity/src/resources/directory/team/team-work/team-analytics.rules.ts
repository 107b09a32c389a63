import { invalidField } from '@psa/contract-kit';
import type { TeamAnalytics } from '@psa/contracts-identity';
import type { LoggedHours, Period, ProjectCounts } from '../../../../ports/team-work.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MOST_DAYS = 366;
const HOURS_A_WEEK = 40;

/** The time looked at. @param now in milliseconds since the epoch @throws VALIDATION_ERROR when it ends before it starts or is too long */
export function periodOf(
  { start_date, end_date }: { start_date?: string | undefined; end_date?: string | undefined },
  now: number,
): Period {
  const to = end_date ?? new Date(now).toISOString();
  const from = start_date ?? new Date(Date.parse(to) - DEFAULT_DAYS * DAY_MS).toISOString();
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days <= 0) throw invalidField(start_date === undefined ? 'end_date' : 'start_date', 'must lie before the end', 'out_of_order');
  if (days > MOST_DAYS) throw invalidField('start_date', `at most ${MOST_DAYS} days are looked at`, 'too_long');
  return { from, to };
}

export interface Member {
  readonly user_id: string;
  readonly full_name: string;
}

/** What the other services know; null for what could not be had. */
export interface Work {
  readonly projects: ProjectCounts | null;
  readonly hours: LoggedHours | null;
}

export type Figures = Omit<TeamAnalytics, 'team_id' | 'team_name' | 'period' | 'hours_by_period'> &
  Required<Pick<TeamAnalytics, 'member_utilization'>>;

/** Figures of a team's work; nothing is made up for what is not known, and nothing is divided by nothing. */
export function analyse(members: readonly Member[], period: Period, { projects, hours }: Work): Figures {
  const weeks = (Date.parse(period.to) - Date.parse(period.from)) / (7 * DAY_MS);
  const logged = new Map(hours?.users.map(({ user_id, hours: sum }) => [user_id, sum]));
  const member_utilization = members.map(({ user_id, full_name }) => {
    const sum = hours === null ? null : (logged.get(user_id) ?? 0);
    return {
      user_id,
      user_name: full_name,
      hours_logged: sum === null ? null : round(sum),
      utilization_percentage: sum === null ? null : round(Math.min(100, (sum / (HOURS_A_WEEK * weeks)) * 100)),
    };
  });
  const total = hours === null ? null : member_utilization.reduce((sum, member) => sum + (member.hours_logged ?? 0), 0);
  const known = projects === null ? 0 : projects.active + projects.completed;
  const completion = projects === null || known === 0 ? null : round((projects.completed / known) * 100);
  const utilization = hours === null ? null : mean(member_utilization.map(({ utilization_percentage }) => utilization_percentage ?? 0));
  return {
    member_count: members.length,
    active_projects: projects?.active ?? null,
    completed_projects: projects?.completed ?? null,
    total_hours_logged: total === null ? null : round(total),
    average_hours_per_member: total === null || members.length === 0 ? null : round(total / members.length),
    productivity_score: mean([utilization, completion].filter((part) => part !== null)),
    project_completion_rate: completion,
    member_utilization,
    project_distribution: projects?.by_status ?? null,
    unavailable: [...(hours === null ? ['hours' as const] : []), ...(projects === null ? ['projects' as const] : [])],
  };
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : round(values.reduce((sum, value) => sum + value, 0) / values.length);
}

/** To two digits. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
