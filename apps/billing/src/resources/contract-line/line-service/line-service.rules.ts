import { ApiError, invalidField } from '@psa/contract-kit';
import { lineConfigs, type LineService, type RateTier } from '@psa/contracts-billing';

type ConfigurationType = LineService['configuration_type'];

/** Checks how a service is billed against its type, and fills in what is left out. @throws VALIDATION_ERROR naming the member */
export function checkedConfig(type: ConfigurationType, config: Record<string, unknown> | undefined): LineService['type_config'] {
  const parsed = lineConfigs[type].strict().safeParse(config ?? {});
  if (parsed.success) return parsed.data as LineService['type_config'];
  throw new ApiError(
    'VALIDATION_ERROR',
    'Validation failed',
    parsed.error.issues.map(({ code, path, message }) => ({
      code: String(code),
      path: ['type_config', ...path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
      message,
    })),
  );
}

/** Checks that tiers begin at 0, have no gap and do not end. @throws VALIDATION_ERROR naming the tier */
export function checkTiers(type: ConfigurationType, tiers: readonly RateTier[]): void {
  if (tiers.length === 0) return;
  if (type !== 'Usage') throw invalidField('rate_tiers', 'are of usage alone');
  for (const [index, { min_quantity, max_quantity }] of tiers.entries()) {
    const expected = index === 0 ? 0 : tiers[index - 1]!.max_quantity;
    if (min_quantity !== expected)
      throw invalidField(['rate_tiers', index, 'min_quantity'], `must be ${expected ?? 'absent: the tier before has no end'}`);
    const isLast = index === tiers.length - 1;
    if (isLast !== (max_quantity === null))
      throw invalidField(
        ['rate_tiers', index, 'max_quantity'],
        isLast ? 'must be null in the last tier' : 'is required but in the last tier',
      );
    if (max_quantity !== null && max_quantity <= min_quantity)
      throw invalidField(['rate_tiers', index, 'max_quantity'], 'must be greater than min_quantity');
  }
}
