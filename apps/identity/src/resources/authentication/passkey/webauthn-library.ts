import type * as WebAuthnServer from '@simplewebauthn/server';

/** 27 MB with its certificates' formats: loaded when somebody uses a passkey, not before. */
export function webAuthnLibrary(): Promise<typeof WebAuthnServer> {
  return import('@simplewebauthn/server');
}
