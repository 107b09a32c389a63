import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Clocks, NEW_CLOCKS, nextClocks } from './sla.rules.ts';

const URGENT = '11111111-1111-4111-8111-111111111111';
const LOW = '22222222-2222-4222-8222-222222222222';
const nineToFive = [{ start: '09:00', end: '17:00' }];
const WORK_WEEK = { time_zone: 'Europe/Berlin', week: [...Array.from({ length: 5 }, () => nineToFive), [], []], holidays: [] };

const policy = (resolution_minutes: number, business_hours: typeof WORK_WEEK | null = null) => ({
  business_hours,
  sla_targets: [
    { priority_id: URGENT, response_minutes: 60, resolution_minutes, update_minutes: 30 },
    { priority_id: LOW, response_minutes: 600, resolution_minutes: resolution_minutes * 3 },
  ],
});

const START = Date.parse('2026-11-02T00:00:00Z');
const at = (minute: number) => new Date(START + minute * 60_000).toISOString();

describe('SLA clocks', () => {
  it('run in business hours only: Friday 16:30 and an hour is Monday 09:30', () => {
    const friday = '2026-11-06T15:30:00.000Z';
    const clocks = nextClocks(policy(60, WORK_WEEK), NEW_CLOCKS, friday, {
      entered_at: friday,
      priority_id: URGENT,
      isPausing: false,
      isClosed: false,
    });
    expect(clocks.resolution_due_at).toBe('2026-11-09T08:30:00.000Z');
  });

  it('leave the target of the first answer as it was once the answer came', () => {
    const ticket = { entered_at: at(0), priority_id: URGENT, isClosed: false };
    const open = nextClocks(policy(480), NEW_CLOCKS, at(0), { ...ticket, isPausing: false });
    const answered = { ...NEW_CLOCKS, ...open, first_response_at: at(70) };
    const paused = nextClocks(policy(480), answered, at(80), { ...ticket, isPausing: true });
    const resumed = nextClocks(policy(480), { ...answered, ...paused }, at(200), { ...ticket, isPausing: false });
    expect(resumed).toMatchObject({ response_due_at: at(60), resolution_due_at: at(480 + 120), sla_paused_minutes: 120 });
  });

  it('give the next answer its own time from when the client wrote', () => {
    const before = { ...NEW_CLOCKS, first_response_at: at(10), update_since: at(100), update_paused_minutes: null, sla_paused_minutes: 40 };
    const ticket = { entered_at: at(0), priority_id: URGENT, isPausing: false, isClosed: false };
    const clocks = nextClocks(policy(480), before, at(100), ticket);
    expect(clocks).toMatchObject({ update_due_at: at(130), update_paused_minutes: 40 });
    const later = nextClocks(policy(480), { ...before, ...clocks }, at(105), { ...ticket, priority_id: LOW });
    expect(later.update_due_at).toBeNull();
  });

  /** What happens to a ticket, minutes after what happened before. */
  const step = fc.record({
    after: fc.integer({ min: 0, max: 300 }),
    what: fc.constantFrom('pause', 'resume', 'close', 'reopen', 'urgent', 'low'),
  });

  it('count the minutes in which staff had to act, through pauses, closings and changes of priority in any order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), fc.integer({ min: 1, max: 2000 }), (steps, allowed) => {
        const situation = { priority_id: URGENT, isPausing: false, isClosed: false };
        let [minute, idle, closedAt] = [0, 0, null as string | null];
        let clocks: Clocks = nextClocks(policy(allowed), NEW_CLOCKS, at(0), { entered_at: at(0), ...situation });
        for (const { after, what } of steps) {
          if (situation.isClosed || situation.isPausing) idle += after;
          minute += after;
          const wasClosed = closedAt;
          if (what === 'pause') situation.isPausing = true;
          if (what === 'resume') situation.isPausing = false;
          if (what === 'close') situation.isClosed = true;
          if (what === 'reopen') situation.isClosed = false;
          if (what === 'urgent' || what === 'low') situation.priority_id = what === 'urgent' ? URGENT : LOW;
          clocks = nextClocks(policy(allowed), { ...NEW_CLOCKS, ...clocks, closed_at: wasClosed }, at(minute), {
            entered_at: at(0),
            ...situation,
          });
          closedAt = situation.isClosed ? (closedAt ?? at(minute)) : null;
        }
        const total = situation.priority_id === URGENT ? allowed : allowed * 3;
        // A pause or closing that lasts still is added when it ends.
        const ongoing = (from: string | null) => (from === null ? 0 : minute - (Date.parse(from) - START) / 60_000);
        const uncounted = ongoing(clocks.sla_paused_since) + ongoing(closedAt);
        expect(clocks.sla_paused_minutes).toBe(idle - uncounted);
        expect(clocks.resolution_due_at).toBe(at(total + idle - uncounted));
        expect(clocks.sla_paused_since === null).toBe(!situation.isPausing || situation.isClosed);
      }),
    );
  });
});
