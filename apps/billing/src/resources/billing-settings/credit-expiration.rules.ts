import { addDays } from '@psa/calendar';
import { ApiError } from '@psa/contract-kit';
import type { BillingSettings } from '@psa/contracts-billing';

const today = () => new Date().toISOString().slice(0, 10);

/** @throws VALIDATION_ERROR naming the field when the day has passed */
export function assertAhead(field: string, day: string | null | undefined): void {
  if (day !== undefined && day !== null && day < today())
    throw new ApiError('VALIDATION_ERROR', 'Validation failed', [{ code: 'too_small', path: [field], message: 'must not be in the past' }]);
}

/** Last day of credit that is given today. @param asked a day, none by null, or by the settings when undefined */
export function expirationOf(
  { enable_credit_expiration, credit_expiration_days }: BillingSettings,
  asked: string | null | undefined,
): string | null {
  if (!enable_credit_expiration || asked === null) return null;
  return asked ?? addDays(today(), credit_expiration_days);
}
