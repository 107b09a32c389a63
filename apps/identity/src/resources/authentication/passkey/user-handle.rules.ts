import { z } from 'zod';

/** Whom a passkey signs in, as its device keeps it and tells before anybody is known. It is believed only together with the signature. */
export interface PasskeyOwner {
  readonly tenant: string;
  readonly userId: string;
}

const UUID_BYTES = 16;
const Uuid = z.guid();

/** Both ids as bytes: 32 of the 64 that a device has room for, and no more about the person. */
export function userHandleOf({ tenant, userId }: PasskeyOwner): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(`${tenant}${userId}`.replaceAll('-', ''), 'hex'));
}

/** @returns undefined when it is none of ours */
export function readUserHandle(handle: string): PasskeyOwner | undefined {
  const bytes = Buffer.from(handle, 'base64url');
  if (bytes.length !== UUID_BYTES * 2) return undefined;
  const [tenant, userId] = [bytes.subarray(0, UUID_BYTES), bytes.subarray(UUID_BYTES)].map(uuidOf);
  return Uuid.safeParse(tenant).success && Uuid.safeParse(userId).success
    ? { tenant: tenant as string, userId: userId as string }
    : undefined;
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
