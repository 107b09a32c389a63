/** Whether what the billing system says is older than what is known: told late, it changes nothing. */
export function isStale(occurredAt: string | null, known: string | null | undefined): boolean {
  return occurredAt !== null && known !== null && known !== undefined && Date.parse(occurredAt) < Date.parse(known);
}

/** Seats that are left; a limit below what is used leaves none. @param limit null for any number */
export function remainingSeats(limit: number | null, used: number): number | null {
  return limit === null ? null : Math.max(0, limit - used);
}
