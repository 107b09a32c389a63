import { z } from 'zod';
import type { Form } from '../envelopes.ts';
import { type ErrorCode, errorCodes } from '../error-codes.ts';
import { Timestamp } from '../fields.ts';

const code = z.string().describe('Names the error; its meaning never changes');
const message = z.string().describe('The error in words, for people');
const details = z
  .unknown()
  .optional()
  .describe('More to act on, such as the issues of a validation; of a conflict `existing_id` of an issue names the row in the way');
const requestId = z.string().describe('Id of the request, also in the X-Request-Id header and in the logs');

export const NestedErrorBody = z
  .object({
    error: z.object({ code, message, details, request_id: requestId }),
  })
  .meta({ id: 'Error', description: 'An error of most routes' });

export const AssetErrorBody = z
  .object({
    success: z.literal(false),
    error: z.object({ message, code, details }),
    meta: z.object({ timestamp: Timestamp, version: z.string().describe('Version of the asset API'), request_id: requestId }),
  })
  .meta({ id: 'AssetError', description: 'An error of the asset routes' });

export const FlatErrorBody = z
  .object({
    error: message,
    code,
    request_id: requestId,
    details,
  })
  .meta({
    id: 'FlatError',
    description: 'An error of the gateway itself before it knows the caller, and of the routes without an envelope',
  });

/** Schema of an error by the form of its route. */
export const errorBodies = { data: NestedErrorBody, asset: AssetErrorBody, flat: FlatErrorBody } as const satisfies Record<Form, z.ZodType>;

/** What the gateway says to a caller without any credential, whatever the route. */
export const MISSING_KEY_MESSAGE = 'Unauthorized: API key missing';

const REQUEST_ID = '0199a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b';
const EXAMPLE_TIME = '2026-03-02T09:00:00.000Z';

const exampleMessages: { readonly [C in ErrorCode]?: string } = {
  FORBIDDEN: 'Permission denied: Cannot update asset',
  NOT_FOUND: 'Asset not found',
};

/** A plausible error of a code, in a form. */
export function errorExample(form: Form, name: ErrorCode, text = exampleMessages[name] ?? errorCodes[name].message): object {
  const issue = { code: 'too_small', message: 'must not be empty' };
  if (form === 'asset') {
    const given = name === 'VALIDATION_ERROR' ? { details: { errors: [{ field: 'name', ...issue }] } } : {};
    return {
      success: false,
      error: { message: text, code: name, ...given },
      meta: { timestamp: EXAMPLE_TIME, version: '1.0.0', request_id: REQUEST_ID },
    };
  }
  const given = name === 'VALIDATION_ERROR' ? { details: [{ ...issue, path: ['name'] }] } : {};
  if (form === 'flat') return { error: text, code: name, request_id: REQUEST_ID, ...given };
  return { error: { code: name, message: text, ...given, request_id: REQUEST_ID } };
}
