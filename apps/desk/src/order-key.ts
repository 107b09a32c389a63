const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';
const BASE = DIGITS.length;
/** Digits of the whole part: room for two thousand million rows appended one after the other. */
const WHOLE = 6;
const MIDDLE = DIGITS[BASE / 2];

/**
 * A key that sorts behind the given one, compared byte by byte. Keys of rows that are appended stay short: their whole part counts on.
 * @param last key of the last sibling; null when there is none
 */
export function orderKeyAfter(last: string | null): string {
  const whole = last === null ? 0 : Number.parseInt(last.slice(0, WHOLE).padEnd(WHOLE, '0'), BASE);
  return `${(whole + 1).toString(BASE).padStart(WHOLE, '0')}${MIDDLE}`;
}

/**
 * A key that sorts between two others. No key ends in the smallest digit, so there is always room below one.
 * @param before key of the sibling in front; null at the begin
 * @param after key of the sibling behind; null at the end
 */
export function orderKeyBetween(before: string | null, after: string | null): string {
  return after === null ? orderKeyAfter(before) : between(before ?? '', after);
}

function between(before: string, after: string | null): string {
  if (after !== null) {
    let common = 0;
    while (common < after.length && (before[common] ?? DIGITS[0]) === after[common]) common++;
    if (common > 0) return after.slice(0, common) + between(before.slice(common), after.slice(common));
  }
  const low = before === '' ? 0 : DIGITS.indexOf(before[0] as string);
  const high = after === null ? BASE : DIGITS.indexOf(after[0] as string);
  if (high - low > 1) return DIGITS[Math.floor((low + high) / 2)] as string;
  if (after !== null && after.length > 1) return after[0] as string;
  return (DIGITS[low] as string) + between(before.slice(1), null);
}
