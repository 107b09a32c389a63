import { z } from 'zod';

export const RequestPasswordReset = z
  .object({
    email: z.string().trim().toLowerCase().max(320).describe('Address of the account'),
    userType: z.string().max(20).optional().describe('internal or client: portal of the account; both when absent or empty'),
    tenant: z
      .string()
      .trim()
      .toLowerCase()
      .max(63)
      .optional()
      .describe('Slug of the tenant; all the address has an account at when absent or empty'),
  })
  .meta({ id: 'RequestPasswordReset' });
export type RequestPasswordReset = z.infer<typeof RequestPasswordReset>;

export const LinkQuery = z.object({ token: z.string().max(200).optional().describe('From the link that was sent') });

/** What a password is refused for is shown on the page again, so the form takes any text. */
export const ChoosePassword = z
  .object({
    token: z.string().max(200).describe('From the link that was sent').meta({ example: 'Zm9yZ290dGVuIHBhc3N3b3Jk' }),
    new_password: z.string().max(1024).describe('8 to 128 characters; none of those everybody tries first'),
    confirm_password: z.string().max(1024).describe('The same again'),
  })
  .meta({ id: 'ChoosePassword' });
export type ChoosePassword = z.infer<typeof ChoosePassword>;

export const Message = z.object({ message: z.string().describe('For people') }).meta({ id: 'Message' });
