import { isDeepStrictEqual } from 'node:util';
import { type AssetType, assetExtensions, type MaintenanceStatus, type WarrantyStatus } from '@psa/contracts-assets';
import { ApiError, invalidField } from '@psa/contract-kit';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A warranty counts as expiring soon this many days before its end. */
export const WARRANTY_SOON_DAYS = 30;

/** Maintenance counts as overdue this many days after it was due. */
export const MAINTENANCE_OVERDUE_DAYS = 7;

/** Statuses of assets that are no longer in use, in lower case. */
export const RETIRED_STATUSES = ['inactive', 'retired', 'disposed', 'decommissioned'] as const;

/** Warranty status at a moment. @param endDate ISO 8601 or null. @param now in milliseconds since the epoch */
export function warrantyStatus(endDate: string | null, now: number): WarrantyStatus {
  if (endDate === null) return 'no_warranty';
  const end = Date.parse(endDate);
  if (end < now) return 'expired';
  return end < now + WARRANTY_SOON_DAYS * DAY_MS ? 'expiring_soon' : 'active';
}

/** Days until the warranty ends, rounded up; negative when it has ended; null without one. */
export function warrantyDaysRemaining(endDate: string | null, now: number): number | null {
  return endDate === null ? null : Math.ceil((Date.parse(endDate) - now) / DAY_MS);
}

/** The thresholds a warranty has reached without having ended. @param thresholds days before its end, ascending. @returns them, nearest first */
export function reachedThresholds(endDate: string, now: number, thresholds: readonly number[]): number[] {
  const remaining = Date.parse(endDate) - now;
  return remaining <= 0 ? [] : thresholds.filter((days) => remaining <= days * DAY_MS);
}

/** For each threshold the end dates it is the nearest reached of: after one moment and not after another. @param thresholds days, ascending */
export function thresholdBands(thresholds: readonly number[], now: number): { threshold: number; after: Date; until: Date }[] {
  return thresholds.map((threshold, index) => ({
    threshold,
    after: new Date(now + (thresholds[index - 1] ?? 0) * DAY_MS),
    until: new Date(now + threshold * DAY_MS),
  }));
}

/** The worst state of an asset's schedules. */
export function maintenanceStatus(
  schedules: readonly { is_active: boolean; next_maintenance: string | null }[],
  now: number,
): MaintenanceStatus {
  const due = schedules
    .filter(({ is_active, next_maintenance }) => is_active && next_maintenance !== null)
    .map(({ next_maintenance }) => Date.parse(next_maintenance as string));
  if (due.length === 0) return 'none';
  const first = Math.min(...due);
  if (first > now) return 'scheduled';
  return first < now - MAINTENANCE_OVERDUE_DAYS * DAY_MS ? 'overdue' : 'due';
}

/** Of one asset, everything an agent ever reported of it included. */
const LARGEST_EXTENSION_BYTES = 512 * 1024;
/** Well below what an event may weigh. */
const LARGEST_CHANGES_BYTES = 48 * 1024;

/**
 * Extension data as it is stored: the members given over those there were.
 * @returns null where the type has none
 * @throws VALIDATION_ERROR naming the member at fault
 */
export function extensionFor(
  type: AssetType,
  given: Record<string, unknown> | null | undefined,
  previous: Record<string, unknown> | null,
): Record<string, unknown> | null {
  if (type === 'unknown' || given === null) return null;
  if (given === undefined) return previous;
  const parsed = assetExtensions[type].safeParse(given);
  if (!parsed.success) {
    throw new ApiError(
      'VALIDATION_ERROR',
      undefined,
      parsed.error.issues.map(({ code, path, message }) => ({ code, path: ['extension_data', ...path], message })),
    );
  }
  const merged = { ...previous, ...parsed.data };
  const bytes = Buffer.byteLength(JSON.stringify(merged));
  if (bytes > LARGEST_EXTENSION_BYTES)
    throw invalidField('extension_data', `has ${bytes} bytes after the merge; the limit is ${LARGEST_EXTENSION_BYTES}`, 'too_big');
  return merged;
}

export interface Change {
  readonly previous: unknown;
  readonly new: unknown;
}

/** What an update changes, member by member. Objects come back from Postgres with their members in another order: that is no change. */
export function changesBetween(previous: object, next: object): Record<string, Change> {
  const changes: Record<string, Change> = {};
  for (const [member, value] of Object.entries(next)) {
    const before = (previous as Record<string, unknown>)[member];
    if (!isDeepStrictEqual(before, value)) changes[member] = { previous: before, new: value };
  }
  return changes;
}

/**
 * Changes as an event tells them: the largest are left out, by name, until the rest is small enough.
 * @returns the same where nothing is too large
 */
export function toldChanges(changes: Readonly<Record<string, Change>>): Record<string, Change & { omitted?: true }> {
  const sizes = Object.entries(changes).map(([member, change]) => ({ member, bytes: Buffer.byteLength(JSON.stringify(change)) }));
  let total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const told: Record<string, Change & { omitted?: true }> = { ...changes };
  for (const { member, bytes } of sizes.toSorted((a, b) => b.bytes - a.bytes)) {
    if (total <= LARGEST_CHANGES_BYTES) break;
    told[member] = { previous: null, new: null, omitted: true };
    total -= bytes;
  }
  return told;
}
