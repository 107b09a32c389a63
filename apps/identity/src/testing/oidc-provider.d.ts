/** The part of the package that the tests use; it brings no types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  interface AcceptedSignIn {
    readonly oidc: { readonly session: { readonly accountId: string; amr?: readonly string[] | undefined } };
  }

  // eslint-disable-next-line no-restricted-syntax -- the package exports it so
  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    callback(): RequestListener;
    /** A sign-in was accepted; its code is made afterwards. */
    on(event: 'authorization.accepted', listener: (context: AcceptedSignIn) => void): this;
  }
}
