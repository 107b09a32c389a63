import { describe, expect, it } from '@jest/globals';
import {
  changesBetween,
  extensionFor,
  maintenanceStatus,
  reachedThresholds,
  thresholdBands,
  warrantyDaysRemaining,
  warrantyStatus,
} from './asset.rules.ts';

const NOW = Date.parse('2026-06-15T12:00:00.000Z');
const DAY = 24 * 60 * 60 * 1000;
const at = (offset: number) => new Date(NOW + offset).toISOString();

describe('the status of a warranty', () => {
  it.each([
    ['none without an end', null, 'no_warranty'],
    ['over a millisecond after its end', at(-1), 'expired'],
    ['over long after', '0001-01-01T00:00:00.000Z', 'expired'],
    ['ending in the moment of its end', at(0), 'expiring_soon'],
    ['ending in the last millisecond of 30 days', at(30 * DAY - 1), 'expiring_soon'],
    ['active at 30 days exactly', at(30 * DAY), 'active'],
    ['active for ever', '9999-12-31T23:59:59.999Z', 'active'],
  ])('is %s', (_, endDate, status) => {
    expect(warrantyStatus(endDate, NOW)).toBe(status);
  });

  it.each([
    [null, null],
    [at(0), 0],
    [at(1), 1],
    [at(DAY), 1],
    [at(DAY + 1), 2],
    [at(30 * DAY), 30],
    [at(-1), -0],
    [at(-DAY), -1],
    [at(-DAY - 1), -1],
    [at(-2 * DAY), -2],
  ])('leaves of %s whole days, rounded up: %s', (endDate, days) => {
    expect(warrantyDaysRemaining(endDate, NOW)).toBe(days);
  });
});

describe('the thresholds of a warranty', () => {
  const DEFAULTS = [1, 7, 30, 60, 90];

  it.each([
    ['none while it ends later', at(90 * DAY + 1), []],
    ['the furthest in its first millisecond', at(90 * DAY), [90]],
    ['only the furthest until the next', at(60 * DAY + 1), [90]],
    ['all that were passed, nearest first', at(20 * DAY), [30, 60, 90]],
    ['every one on the last day', at(1), [1, 7, 30, 60, 90]],
    ['none in the moment of its end', at(0), []],
    ['none once it has ended', at(-DAY), []],
  ])('are %s', (_, endDate, reached) => {
    expect(reachedThresholds(endDate, NOW, DEFAULTS)).toEqual(reached);
  });

  it('divide the time up to the furthest: every end date has one nearest', () => {
    const bands = thresholdBands(DEFAULTS, NOW);
    for (const days of [0.5, 1, 1.5, 6.9, 7, 7.1, 29, 30, 31, 60, 61, 89.999, 90, 91]) {
      const end = at(days * DAY);
      const within = bands.filter(({ after, until }) => Date.parse(end) > after.getTime() && Date.parse(end) <= until.getTime());
      expect({ days, nearest: within.map(({ threshold }) => threshold) }).toEqual({
        days,
        nearest: reachedThresholds(end, NOW, DEFAULTS).slice(0, 1),
      });
    }
  });
});

describe('the status of maintenance', () => {
  const due = (offset: number, is_active = true) => ({ is_active, next_maintenance: at(offset) });

  it.each([
    ['none without schedules', [], 'none'],
    ['none when no schedule is active', [due(-DAY, false)], 'none'],
    ['none when nothing comes next', [{ is_active: true, next_maintenance: null }], 'none'],
    ['scheduled when all is to come', [due(1), due(DAY)], 'scheduled'],
    ['due in the moment', [due(0), due(DAY)], 'due'],
    ['due for a week', [due(-7 * DAY)], 'due'],
    ['overdue after a week', [due(DAY), due(-7 * DAY - 1)], 'overdue'],
    ['the worst of the active ones', [due(-30 * DAY, false), due(-1)], 'due'],
  ])('is %s', (_, schedules, status) => {
    expect(maintenanceStatus(schedules, NOW)).toBe(status);
  });
});

describe('the extension data', () => {
  const before = { os_type: 'Linux', cpu_cores: 4 };

  it.each([
    ['stays when nothing is given', undefined, before],
    ['goes when null is given', null, null],
    ['keeps what is not given', { cpu_cores: 8 }, { os_type: 'Linux', cpu_cores: 8 }],
    ['takes null for a member that is not known', { os_type: null }, { os_type: null, cpu_cores: 4 }],
    ['takes members the type does not declare', { rack: { unit: 7 } }, { ...before, rack: { unit: 7 } }],
    ['stays when nothing is in what is given', {}, before],
  ])('%s', (_, given, after) => {
    expect(extensionFor('server', given, before)).toEqual(after);
  });

  it('is nothing for an asset of unknown type', () => {
    expect(extensionFor('unknown', { os_type: 'Linux' }, before)).toBeNull();
  });

  it.each([
    ['workstation', { cpu_cores: 0 }, 'cpu_cores'],
    ['workstation', { antivirus_status: 'perhaps' }, 'antivirus_status'],
    ['workstation', { last_login: 'yesterday' }, 'last_login'],
    ['server', { is_virtual: 'yes' }, 'is_virtual'],
    ['server', { cpu_utilization_percent: 101 }, 'cpu_utilization_percent'],
    ['network_device', { device_type: 'toaster' }, 'device_type'],
    ['network_device', { port_count: 1.5 }, 'port_count'],
    ['mobile_device', { imei: 350_000 }, 'imei'],
    ['printer', { supported_paper_types: 'A4' }, 'supported_paper_types'],
  ] as const)('of a %s refuses %j by name', (type, given, member) => {
    expect(() => extensionFor(type, given, null)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        details: [expect.objectContaining({ path: ['extension_data', member] })],
      }),
    );
  });
});

describe('the changes of an update', () => {
  it.each([
    ['nothing without a difference', { name: 'a', location: null }, { name: 'a', location: null }, {}],
    ['what differs', { name: 'a', status: 'x' }, { name: 'b', status: 'x' }, { name: { previous: 'a', new: 'b' } }],
    ['a value for null', { location: null }, { location: '' }, { location: { previous: null, new: '' } }],
    [
      'nothing for objects that differ in the order of their members alone',
      { data: { aa: { x: 1, y: [2] }, b: 3 } },
      { data: { b: 3, aa: { y: [2], x: 1 } } },
      {},
    ],
    ['the order of a list', { data: [1, 2] }, { data: [2, 1] }, { data: { previous: [1, 2], new: [2, 1] } }],
    ['nothing for members that are not given', { name: 'a', status: 'x' }, {}, {}],
  ])('are %s', (_, previous, next, changes) => {
    expect(changesBetween(previous, next)).toEqual(changes);
  });
});
