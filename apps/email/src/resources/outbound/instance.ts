import { createHash } from 'node:crypto';
import type { Installation } from '../../ports/installation.ts';

/** How this installation marks the mail of a tenant, to know it again in whichever mailbox it comes back. */
export function instanceOf({ publicUrl }: Pick<Installation, 'publicUrl'>, tenant: string): string {
  return createHash('sha256').update(`${publicUrl.origin}/${tenant}`).digest('hex').slice(0, 32);
}
