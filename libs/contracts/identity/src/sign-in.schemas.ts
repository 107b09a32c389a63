import { z } from 'zod';

/** Much more than any password or address has. */
const LONGEST = 4096;
const Text = z.string().max(LONGEST);

export const CsrfToken = z
  .object({ csrfToken: z.string().describe('Send it in the body of every POST; it belongs to the cookie that came with it') })
  .meta({ id: 'CsrfToken' });

export const providerTypes = ['oauth', 'oidc', 'credentials', 'email', 'webauthn'] as const;

export const Provider = z
  .object({
    id: z.string().describe('Identifies the provider'),
    name: z.string().describe('Name for people'),
    type: z.enum(providerTypes).describe('Kind of provider'),
    signinUrl: z.string().describe('Where a sign-in starts'),
    callbackUrl: z.string().describe('Where a sign-in comes back to'),
  })
  .meta({ id: 'Provider' });

export const ProviderMap = z.record(z.string(), Provider).meta({ id: 'ProviderMap' });

/** Where to go next, for clients that go there themselves. */
export const GoTo = z
  .object({ url: z.string().describe('Where to go next; `error` and `code` in its query say what went wrong') })
  .meta({ id: 'GoTo' });

export const SignInBody = z
  .object({
    email: Text.optional().describe('E-mail address'),
    password: Text.optional().describe('Password'),
    twoFactorCode: Text.optional().describe('Code of the second factor: needed when it is on and the device is not trusted'),
    trustDevice: Text.optional().describe('true: no second factor is asked for on this device for 30 days'),
    userType: Text.optional().describe('client or internal: narrows to one of the portals'),
    tenant: Text.optional().describe('Slug of the tenant: needed when the address belongs to users of several'),
    csrfToken: Text.optional().describe('From /api/auth/csrf'),
    callbackUrl: Text.optional().describe('Where to go afterwards: a path, or an address of this origin'),
    redirect: Text.optional().describe('For the clients that send it; has no effect'),
    json: Text.optional().describe('true: answer {url} instead of redirecting, as clients of the session library 4 expect'),
    code: Text.optional().describe('Grant of an OAuth provider that posts it'),
    state: Text.optional().describe('State of an OAuth provider that posts it'),
    error: Text.optional().describe('Error of an OAuth provider that posts it'),
    error_description: Text.optional().describe('What an OAuth provider says of its error'),
    data: z.string().max(16_384).optional().describe('What a passkey answered to the challenge, as JSON'),
    action: Text.optional().describe('What was done with a passkey: authenticate'),
  })
  .meta({
    id: 'SignInBody',
    example: {
      email: 'grace@example.com',
      password: 'correct horse battery staple',
      csrfToken: '5f1c0e9d',
      callbackUrl: '/',
      json: 'true',
    },
  });
export type SignInBody = z.infer<typeof SignInBody>;

export const PageQuery = z.object({
  callbackUrl: Text.optional().describe('Where to go afterwards: a path, or an address of this origin'),
  error: Text.optional().describe('What went wrong before'),
  code: Text.optional().describe('What exactly went wrong; the grant, when an OAuth provider sends the user back'),
  state: Text.optional().describe('State of an OAuth provider that sends the user back'),
  error_description: Text.optional().describe('What an OAuth provider says of its error'),
  iss: Text.optional().describe('Which OAuth provider sends the user back, by RFC 9207'),
  action: Text.optional().describe('What is to be done with a passkey: authenticate'),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** Why a sign-in by password was refused, in `code` of the address to go to. */
export const signInCodes = ['credentials', 'RATE_LIMITED', 'TWO_FACTOR_REQUIRED', 'TWO_FACTOR_INVALID'] as const;
export type SignInCode = (typeof signInCodes)[number];
