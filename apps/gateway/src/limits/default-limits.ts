import type { GatewaySettings } from '../gateway-settings.ts';
import type { RateLimitDefaults } from './rate-limiter.ts';
import type { BucketLimit } from './token-bucket.ts';

/** Room for ten busy integrations; one of them at its own limit leaves nine tenths to the others. */
const KEYS_OF_A_TENANT = 10;
/** What five keys gone wrong in one office may do, while their owners look for the reason. */
const KEYS_BEHIND_AN_ADDRESS = 5;

/** The limits of callers that have none of their own. */
export function rateLimitDefaults(settings: GatewaySettings): RateLimitDefaults {
  const key = keyLimit(settings);
  return {
    key,
    tenant: {
      burst: settings.PSA_TENANT_RATE_LIMIT_BURST ?? key.burst * KEYS_OF_A_TENANT,
      perMinute: settings.PSA_TENANT_RATE_LIMIT_PER_MINUTE ?? key.perMinute * KEYS_OF_A_TENANT,
    },
  };
}

/** How many 401s one address may get. */
export function refusalLimit(settings: GatewaySettings): BucketLimit {
  const { burst, perMinute } = keyLimit(settings);
  return { burst: burst * KEYS_BEHIND_AN_ADDRESS, perMinute: perMinute * KEYS_BEHIND_AN_ADDRESS };
}

function keyLimit({ PSA_RATE_LIMIT_BURST: burst, PSA_RATE_LIMIT_PER_MINUTE: perMinute }: GatewaySettings): BucketLimit {
  return { burst, perMinute };
}
