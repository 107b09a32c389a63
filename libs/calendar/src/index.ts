export { type BillingAnchor, type BillingCycle, billingCycles, billingPeriodOf, billingPeriods, nextBoundary } from './billing-cycle.ts';
export {
  addBusinessMinutes,
  ALWAYS,
  type BusinessHours,
  businessMinutesBetween,
  isBusinessTime,
  type WorkingTime,
} from './business-hours.ts';
export { nextByRule } from './recurrence-rule.ts';
export {
  addDays,
  addMonths,
  daysBetween,
  intersectPeriods,
  type LocalDate,
  localDateAt,
  mergePeriods,
  parseLocalDate,
  type Period,
  startOfDay,
} from './local-date.ts';
