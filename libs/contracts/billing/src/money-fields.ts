import { z } from 'zod';

/** Largest amount of one document or payment in minor units. Sums of many of them stay exact in a JSON number. */
export const MAX_AMOUNT = 1_000_000_000_000;

/** A signed amount of money in minor units. */
export const Amount = z.int();

/** An amount of money in minor units, above zero. */
export const PositiveAmount = z.int().min(1).max(MAX_AMOUNT);

export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code in capitals');

const hasPlaces = (value: number, places: number) =>
  /^\d+(?:\.\d+)?$/.test(String(value)) && (String(value).split('.')[1] ?? '').length <= places;

/** A quantity above or equal to zero with up to six decimal places. */
export const Quantity = z
  .number()
  .min(0)
  .max(999_999_999)
  .refine((value) => hasPlaces(value, 6), 'has more than 6 decimal places');

/** The price of one in minor units, with up to six decimal places: usage may cost parts of a cent. */
export const Rate = z
  .number()
  .min(0)
  .max(MAX_AMOUNT)
  .refine((value) => hasPlaces(value, 6), 'has more than 6 decimal places');

/** A percentage from 0 to 100 with up to four decimal places. */
export const Percentage = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => hasPlaces(value, 4), 'has more than 4 decimal places');

/** A list filter with a bound of an amount in minor units. */
export const QueryAmount = z
  .string()
  .regex(/^-?\d{1,15}$/, 'must be a whole number of minor units')
  .transform(Number)
  .meta({ override: { type: 'integer' } });
