import assert from 'node:assert/strict';
import { PsaError } from '@psa/sdk';

/** The error a request is answered with. @throws AssertionError when it succeeds, or fails in another way */
export async function expectError(request: Promise<unknown>, status: number, code: string): Promise<PsaError> {
  const thrown: unknown = await request.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert(thrown instanceof PsaError, `${status} ${code} was expected, not ${thrown === undefined ? 'a success' : String(thrown)}`);
  assert.deepEqual([thrown.status, thrown.code], [status, code], thrown.message);
  if (status > 0) assert(thrown.requestId, `${code} does not tell the id of its request`);
  return thrown;
}
