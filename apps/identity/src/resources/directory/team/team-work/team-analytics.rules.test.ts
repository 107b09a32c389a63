import { describe, expect, it } from '@jest/globals';
import { analyse, periodOf } from './team-analytics.rules.ts';

const NOW = Date.parse('2026-06-30T00:00:00Z');
const WEEK = { from: '2026-06-01T00:00:00.000Z', to: '2026-06-08T00:00:00.000Z' };
const members = [
  { user_id: 'a', full_name: 'Ann' },
  { user_id: 'b', full_name: 'Bob' },
];
const projects = { active: 1, completed: 3, by_status: [{ status: 'open', count: 1 }] };

describe('the time looked at', () => {
  it.each([
    [{}, { from: '2026-05-31T00:00:00.000Z', to: '2026-06-30T00:00:00.000Z' }],
    [{ end_date: WEEK.to }, { from: '2026-05-09T00:00:00.000Z', to: WEEK.to }],
    [{ start_date: WEEK.from, end_date: WEEK.to }, WEEK],
  ])('%j is %j', (query, period) => {
    expect(periodOf(query, NOW)).toEqual(period);
  });

  it.each([
    [{ start_date: WEEK.to, end_date: WEEK.from }],
    [{ start_date: WEEK.from, end_date: WEEK.from }],
    [{ start_date: '2020-01-01T00:00:00.000Z' }],
  ])('%j is none', (query) => {
    expect(() => periodOf(query, NOW)).toThrow('Validation failed');
  });
});

describe('the figures of a team', () => {
  it('follow from hours and projects', () => {
    const hours = {
      users: [
        { user_id: 'a', hours: 20 },
        { user_id: 'b', hours: 60 },
      ],
    };
    expect(analyse(members, WEEK, { projects, hours })).toEqual({
      member_count: 2,
      active_projects: 1,
      completed_projects: 3,
      total_hours_logged: 80,
      average_hours_per_member: 40,
      project_completion_rate: 75,
      productivity_score: 75,
      project_distribution: projects.by_status,
      unavailable: [],
      member_utilization: [
        { user_id: 'a', user_name: 'Ann', hours_logged: 20, utilization_percentage: 50 },
        { user_id: 'b', user_name: 'Bob', hours_logged: 60, utilization_percentage: 100 },
      ],
    });
  });

  it('are not made up where nobody answered', () => {
    expect(analyse(members, WEEK, { projects: null, hours: null })).toEqual({
      member_count: 2,
      active_projects: null,
      completed_projects: null,
      total_hours_logged: null,
      average_hours_per_member: null,
      project_completion_rate: null,
      productivity_score: null,
      project_distribution: null,
      unavailable: ['hours', 'projects'],
      member_utilization: [
        { user_id: 'a', user_name: 'Ann', hours_logged: null, utilization_percentage: null },
        { user_id: 'b', user_name: 'Bob', hours_logged: null, utilization_percentage: null },
      ],
    });
  });

  it('are never divided by nothing', () => {
    expect(analyse([], WEEK, { projects: { active: 0, completed: 0, by_status: [] }, hours: { users: [] } })).toMatchObject({
      total_hours_logged: 0,
      average_hours_per_member: null,
      project_completion_rate: null,
      productivity_score: null,
      unavailable: [],
    });
  });

  it('count who has logged nothing as idle', () => {
    expect(analyse(members, WEEK, { projects: null, hours: { users: [{ user_id: 'a', hours: 40 }] } })).toMatchObject({
      total_hours_logged: 40,
      average_hours_per_member: 20,
      productivity_score: 50,
      unavailable: ['projects'],
    });
  });
});
