import { Id, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

/** Longest code of a second factor that is looked at: a recovery code with its blanks. */
const Code = z.string().min(1).max(64);

export const TwoFactorStatus = z
  .object({
    user_id: Id.describe('Whose second factor'),
    enabled: z.boolean().describe('Whether a code is asked for at sign-in'),
    enabled_at: Timestamp.nullable().describe('Since when'),
    recovery_codes_left: z.int().describe('Recovery codes that were not used yet'),
    trusted_devices: z.int().describe('Devices on which no code is asked for'),
  })
  .meta({ id: 'TwoFactorStatus' });
export type TwoFactorStatus = z.infer<typeof TwoFactorStatus>;

export const TwoFactorSetup = z
  .object({
    secret: z.string().describe('Secret for an authenticator app, in base32. It is not stored: send it back to enable'),
    otpauth_url: z.string().describe('The same as authenticator apps read it from a QR code'),
  })
  .meta({ id: 'TwoFactorSetup' });

export const EnableTwoFactor = z
  .object({
    secret: z
      .string()
      .trim()
      .max(256)
      .transform((text) => text.replaceAll(/[\s=]/g, '').toUpperCase())
      .refine((text) => /^[A-Z2-7]{16,102}$/.test(text), 'must be 16 to 102 characters of base32')
      .meta({ override: { type: 'string', examples: ['JBSWY3DPEHPK3PXP'] } })
      .describe('Secret the authenticator app has'),
    token: Code.describe('Code the app shows now'),
  })
  .meta({ id: 'EnableTwoFactor' });

const RecoveryCodes = z.array(z.string()).describe('Each stands for a code once. Shown once: only their hashes are stored');

export const TwoFactorEnabled = z
  .object({
    success: z.literal(true),
    message: z.string().describe('For people'),
    recovery_codes: RecoveryCodes,
  })
  .meta({ id: 'TwoFactorEnabled' });

export const DisableTwoFactor = z
  .object({
    token: Code.optional().describe('Code of the app, or a recovery code'),
    password: z.string().min(1).max(1024).optional().describe('Password, instead of a code'),
  })
  .meta({ id: 'DisableTwoFactor', description: 'One of both for the own account; nothing for that of another user' });
export type DisableTwoFactor = z.infer<typeof DisableTwoFactor>;

export const TwoFactorDisabled = z
  .object({ success: z.literal(true), message: z.string().describe('For people') })
  .meta({ id: 'TwoFactorDisabled' });

export const RenewRecoveryCodes = z.object({ token: Code.describe('Code the app shows now') }).meta({ id: 'RenewRecoveryCodes' });

export const RenewedRecoveryCodes = z.object({ recovery_codes: RecoveryCodes }).meta({ id: 'RenewedRecoveryCodes' });

export const TrustedDevice = z
  .object({
    device_id: Id.describe('Identifies the device'),
    device_name: z.string().describe('Browser and system, as it named itself'),
    ip_address: z.string().nullable().describe('Address it was trusted from'),
    created_at: Timestamp.describe('When it was trusted'),
    last_used_at: Timestamp.nullable().describe('When it last spared a code'),
    expires_at: Timestamp.describe('Until when'),
  })
  .meta({ id: 'TrustedDevice' });
export type TrustedDevice = z.infer<typeof TrustedDevice>;
