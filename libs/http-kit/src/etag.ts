import { crc32 } from 'node:zlib';
import { ApiError } from '@psa/contract-kit';

/**
 * A strong entity tag: the row's version, then a checksum of the representation. Reads compare the whole tag, so that a
 * change of a derived member (a renamed client, a warranty that ran out) is seen; writes compare the version alone, so that
 * only a change of the resource itself refuses them.
 */
export function entityTag(version: number, representation: string): string {
  return `"${version}-${crc32(representation).toString(36)}"`;
}

/** The tag of a row that is not shown with it: writes compare its version, and reads take it for another representation. */
function versionTag(version: number): string {
  return `"${version}-0"`;
}

const TAG = /"(\d+)-[0-9a-z]+"/g;

/** Versions a caller accepts (If-Match); undefined when any will do. */
export type Accepted = ReadonlySet<number> | undefined;

/**
 * Holds a row against If-Match. To be called under the row's lock, or another change may come in between.
 * @throws PRECONDITION_FAILED when the row is not at an accepted version, with the tag of the one it is at
 */
export function demandVersion(accepted: Accepted, version: number): void {
  if (accepted !== undefined && !accepted.has(version))
    throw new ApiError('PRECONDITION_FAILED', undefined, undefined, { etag: versionTag(version) });
}

/**
 * The versions an If-Match header accepts. Weak tags count too: a proxy that compresses makes ours weak, and it is the version
 * in them that is compared.
 * @returns undefined when any will do: no header, or `*`
 * @throws PRECONDITION_FAILED when no tag in it is one of ours
 */
export function acceptedVersions(ifMatch: string | undefined): Accepted {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const versions = new Set([...ifMatch.matchAll(TAG)].map(([, version]) => Number(version)));
  if (versions.size === 0) throw new ApiError('PRECONDITION_FAILED');
  return versions;
}

/** Whether the caller already has this representation. */
export function alreadyHas(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((given) => given.trim().replace(/^W\//, '') === tag);
}
