/**
 * Values as they can be sent without fail. pg turns objects into JSON only when a statement is written, and a statement whose value
 * it cannot turn is left out: of several sent together the others, COMMIT among them, would go without it.
 * @throws TypeError for what has no form in JSON, such as an object that contains itself
 */
export function sendableValues(values: readonly unknown[]): unknown[] {
  return values.map(sendable);
}

function sendable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sendable);
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError(`A ${typeof value} is no value for a statement`);
  if (typeof value !== 'object' || value === null || value instanceof Date || ArrayBuffer.isView(value)) return value;
  return JSON.stringify(value);
}
