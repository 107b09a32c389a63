const ON = new Set(['true', '1', 'yes', 'on']);

/** Whether a setting switches usage statistics on; they are off unless it says so. */
export function isUsageStatsOn(value: string | undefined): boolean {
  return ON.has((value ?? '').trim().toLowerCase());
}
