import { z } from 'zod';
import { AccountingError, type AccountingFault } from '../../ports/accounting.ts';

const FaultReply = z.object({
  Fault: z.object({ Error: z.array(z.object({ Message: z.string(), Detail: z.string().optional(), code: z.string() })).min(1) }),
});

/** Error codes of the API, as its documentation lists them. */
const FAULTS: Readonly<Record<string, AccountingFault>> = {
  '5010': 'stale',
  '6240': 'duplicate',
  '6140': 'duplicate',
  '610': 'not_found',
};

/** What an answer that is no success means. */
export function faultOf(status: number, json: unknown, retryAfter: string | undefined): AccountingError {
  const fault = FaultReply.safeParse(json).data?.Fault.Error[0];
  const oauth = z.object({ error: z.string().max(100) }).safeParse(json).data?.error;
  const detail = fault?.Detail === undefined ? '' : `: ${fault.Detail.slice(0, 200)}`;
  const reason = fault === undefined ? oauth : `${fault.Message.slice(0, 200)}${detail}, ${fault.code}`;
  const message = `QuickBooks answered ${status}${reason === undefined ? '' : ` (${reason})`}`;
  if (status === 401 || status === 403 || oauth === 'invalid_grant') return new AccountingError('unauthorized', message);
  const seconds = Number(retryAfter);
  if (status === 429) return new AccountingError('rate_limited', message, seconds >= 0 ? { retryAfterMs: seconds * 1_000 } : {});
  if (status >= 500) return new AccountingError('unavailable', message);
  return new AccountingError(FAULTS[fault?.code ?? ''] ?? 'rejected', message);
}
