import { ApiError } from '@psa/contract-kit';
import type { InboundTicketDefaults } from '@psa/contracts-email';
import { isNoResponders } from '@psa/events-kit';
import type { Db, Ports } from '../../email-app.ts';

/**
 * Checks that mails could become tickets with these defaults. Nothing is checked where the desk is not installed.
 * @param db outside of any transaction
 * @throws VALIDATION_ERROR naming the member at fault, SERVICE_UNAVAILABLE when the desk does not answer
 */
export async function requireTicketDefaults(db: Db, { desk }: Ports, defaults: InboundTicketDefaults | null | undefined): Promise<void> {
  if (!defaults || Object.values(defaults).every((id) => id === null)) return;
  try {
    await desk.checkTicketDefaults(db.context, defaults);
  } catch (error) {
    if (isNoResponders(error)) return;
    throw located(error);
  }
}

function located(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'VALIDATION_ERROR' || !Array.isArray(error.details)) return error;
  const issues = error.details as { path: (string | number)[] }[];
  return new ApiError(
    error.code,
    error.message,
    issues.map((issue) => ({ ...issue, path: ['inboundTicketDefaults', ...issue.path] })),
  );
}
