import type { Passkey } from '@psa/contracts-identity';
import type { PasskeyRecord } from './passkey.records.ts';

/** A passkey without its key: nobody who looks at it needs that. */
export function toPasskey({ passkey_id, user_id, name, device_type, backed_up, created_at, last_used_at, tenant }: PasskeyRecord): Passkey {
  return {
    passkey_id,
    user_id,
    name,
    device_type: device_type === 'multiDevice' ? 'multiDevice' : 'singleDevice',
    backed_up,
    created_at,
    last_used_at,
    tenant,
  };
}
