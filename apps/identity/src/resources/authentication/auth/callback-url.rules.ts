/**
 * Where a sign-in or a sign-out may end: a path, or an address of the product's own origin. Anything else, and what cannot be
 * read, is the origin itself, so that nobody can be sent elsewhere by a link to the sign-in page.
 */
export function safeCallbackUrl(given: string | undefined, base: URL): string {
  if (given === undefined || given === '') return base.origin;
  // Resolved the way browsers do it: `//host`, `/\host` and tabs in between lead away from here.
  const url = given.startsWith('/') ? URL.parse(given, base.origin) : URL.parse(given);
  // A blob has the origin of the page that made it, so the protocol is looked at as well.
  const isOurs = url !== null && url.origin === base.origin && url.protocol === base.protocol && url.username === '' && url.password === '';
  return isOurs && given !== base.origin ? url.href : base.origin;
}
