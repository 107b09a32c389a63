import { z } from 'zod';

/** The largest numbers a limit may have: beyond them it limits nothing. */
const MAX_REQUESTS = 1_000_000;

/** A token bucket: how many requests at once, and how many a minute after that. */
export const RateLimit = z
  .object({
    max_tokens: z.int().min(1).max(MAX_REQUESTS).describe('Requests at once after a pause'),
    refill_per_min: z.int().min(1).max(MAX_REQUESTS).describe('Requests a minute in the long run'),
  })
  .meta({ id: 'RateLimit' });
export type RateLimit = z.infer<typeof RateLimit>;

/** A key's own limit, as far as it has one. */
export const ApiKeyRateLimit = z
  .object({
    max_tokens: RateLimit.shape.max_tokens.nullable(),
    refill_per_min: RateLimit.shape.refill_per_min.nullable(),
  })
  .meta({ id: 'ApiKeyRateLimit', description: "null in both: the key has no limit of its own, the tenant's or the product's applies" });
export type ApiKeyRateLimit = z.infer<typeof ApiKeyRateLimit>;
