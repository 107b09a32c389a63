const MAX_SLUG_LENGTH = 63;

/**
 * A slug made from a tenant's name: what a DNS label allows, so that it can stand in a host name.
 * @returns undefined when nothing of the name can be written so
 */
export function slugFrom(name: string): string | undefined {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replaceAll(/^-+|-+$/g, '');
  return slug === '' ? undefined : slug;
}
