import { invalidField } from '@psa/contract-kit';

const CURSOR = /^1\.(0|[1-9]\d{0,14})$/;

/** A position as callers keep it. */
export function toCursor(position: number): string {
  return Buffer.from(`1.${position}`).toString('base64url');
}

/** @throws VALIDATION_ERROR naming the parameter when the text is none that {@link toCursor} made */
export function fromCursor(cursor: string, parameter: string): number {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, position] = CURSOR.exec(text) ?? [];
  if (position === undefined || toCursor(Number(position)) !== cursor)
    throw invalidField(parameter, 'must be a next_cursor or the id of an event of a stream', 'invalid_cursor');
  return Number(position);
}
