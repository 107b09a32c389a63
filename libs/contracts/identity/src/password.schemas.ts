import { z } from 'zod';

/** A password as it is chosen: whether it is too easy to guess is for the service to say. */
export const NewPassword = z.string().min(8).max(128);

export const ChangePassword = z
  .object({
    current_password: z.string().max(128).optional().describe("The password as it is; needed for one's own"),
    new_password: NewPassword.describe('8 to 128 characters; none of those everybody tries first'),
    confirm_password: z.string().max(128).describe('The same again'),
  })
  .meta({ id: 'ChangePassword' });
export type ChangePassword = z.infer<typeof ChangePassword>;

export const PasswordChanged = z.object({ message: z.string().describe('For people') }).meta({ id: 'PasswordChanged' });
