import { Id, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

const Base64Url = z
  .string()
  .max(16_384)
  .regex(/^[\w-]+$/, 'must be base64url');
const Name = z.string().trim().min(1).max(100);

export const Passkey = z
  .object({
    passkey_id: Id.describe('Identifies the passkey'),
    user_id: Id.describe('Whom it signs in'),
    name: z.string().describe('Name the user gave it'),
    device_type: z.enum(['singleDevice', 'multiDevice']).describe('Whether it stays on one device or is synchronised'),
    backed_up: z.boolean().describe('Whether it survives the loss of its device'),
    created_at: Timestamp.describe('When it was added'),
    last_used_at: Timestamp.nullable().describe('When it last signed its user in'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof Passkey>;

export const StartPasskey = z
  .object({
    token: z.string().min(1).max(64).optional().describe('Code of the second factor, where it is on'),
    password: z.string().min(1).max(1024).optional().describe('Password, instead of a code'),
  })
  .meta({ id: 'StartPasskey', description: 'Proof that it is the user who adds it: needed of whoever has a second factor or a password' });

export const PasskeyOptions = z
  .object({
    options: z
      .looseObject({ challenge: z.string() })
      .describe('For startRegistration, or navigator.credentials.create: PublicKeyCredentialCreationOptions in JSON'),
    challenge_token: z.string().describe('Send it back with what the browser made; good once, for five minutes'),
  })
  .meta({ id: 'PasskeyOptions' });

/** What `navigator.credentials.create` made, as the browser prints it in JSON. */
export const PasskeyRegistration = z
  .looseObject({
    id: Base64Url,
    rawId: Base64Url,
    type: z.literal('public-key'),
    response: z.looseObject({
      clientDataJSON: Base64Url,
      attestationObject: Base64Url,
      transports: z.array(z.string().max(32)).max(10).optional(),
    }),
    clientExtensionResults: z.looseObject({}),
  })
  .meta({
    id: 'PasskeyRegistration',
    example: {
      id: 'AQIDBAUGBwg',
      rawId: 'AQIDBAUGBwg',
      type: 'public-key',
      response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0', attestationObject: 'o2NmbXRkbm9uZQ', transports: ['internal'] },
      clientExtensionResults: {},
    },
  });
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>;

export const CreatePasskey = z
  .object({
    name: Name.optional().describe('Name for people; told from the device when absent').meta({ example: 'Laptop' }),
    challenge_token: z.string().min(1).max(4096).describe('From the options'),
    response: PasskeyRegistration.describe('What the browser made of the options'),
  })
  .meta({ id: 'CreatePasskey' });
export type CreatePasskey = z.infer<typeof CreatePasskey>;

export const UpdatePasskey = z
  .object({ name: Name.describe('Name for people').meta({ example: 'Telephone' }) })
  .meta({ id: 'UpdatePasskey' });

/** What `navigator.credentials.get` made, as the browser prints it in JSON. */
export const PasskeyAssertion = z
  .looseObject({
    id: Base64Url,
    rawId: Base64Url,
    type: z.literal('public-key'),
    response: z.looseObject({ clientDataJSON: Base64Url, authenticatorData: Base64Url, signature: Base64Url, userHandle: Base64Url }),
    clientExtensionResults: z.looseObject({}),
  })
  .meta({ id: 'PasskeyAssertion' });
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;
