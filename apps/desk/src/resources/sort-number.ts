/** A whole number from 0 as text that sorts like it. */
export function sortNumber(value: number): string {
  return String(value).padStart(12, '0');
}
