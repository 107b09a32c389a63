import { z } from 'zod';

/** Whatever a program wants to keep for a user. */
export const UserPreferences = z.record(z.string(), z.unknown()).meta({ id: 'UserPreferences' });

/** A member that is null is removed; members that are absent stay. */
export const SetUserPreferences = z
  .record(z.string().min(1).max(100), z.unknown())
  .meta({ id: 'SetUserPreferences', description: 'Any members, 100 characters a name, 64 KB in all; null removes one' });

export const Succeeded = z
  .object({
    success: z.literal(true).describe('It is done'),
    message: z.string().describe('For people'),
  })
  .meta({ id: 'Succeeded' });

export const AvatarSaved = Succeeded.extend({ avatarUrl: z.string().nullable().describe('Where the picture is') }).meta({
  id: 'AvatarSaved',
});
