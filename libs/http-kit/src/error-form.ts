import type { ApiError, Form, Issue } from '@psa/contract-kit';

export const ASSET_API_VERSION = '1.0.0';

/** An error's body in the form its route group uses. Every form carries the code, the message and the request's id. */
export function renderError(form: Form, error: ApiError, requestId: string): object {
  const { code, message } = error;
  if (form === 'flat')
    return { error: message, code, request_id: requestId, ...(error.details === undefined ? {} : { details: error.details }) };
  if (form === 'asset') {
    return {
      success: false,
      error: { message, code, ...(error.details === undefined ? {} : { details: assetDetails(error.details) }) },
      meta: { timestamp: new Date().toISOString(), version: ASSET_API_VERSION, request_id: requestId },
    };
  }
  return { error: { code, message, ...(error.details === undefined ? {} : { details: error.details }), request_id: requestId } };
}

/** The asset form lists issues as field, message and code; what else an issue says, such as `existing_id`, stays beside them. */
function assetDetails(details: unknown): unknown {
  if (!Array.isArray(details) || !details.every(isIssue)) return details;
  return { errors: details.map(({ path, message, code, ...more }) => ({ field: path.join('.'), message, code, ...more })) };
}

function isIssue(value: unknown): value is Issue {
  return (
    typeof value === 'object' && value !== null && 'path' in value && Array.isArray(value.path) && 'message' in value && 'code' in value
  );
}
