/** The part of the package that the tests use; it brings no types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  // eslint-disable-next-line no-restricted-syntax -- the package exports it so
  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    callback(): RequestListener;
  }
}
