import { Id, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

/** Who is signed in, as a session tells pages and programs. */
export const SessionUser = z
  .object({
    id: Id.describe('User id'),
    email: z.string().describe('E-mail address'),
    name: z.string().describe('First and last name; the username of somebody without'),
    username: z.string().describe('Username'),
    image: z.string().optional().describe('Address of the avatar'),
    proToken: z.string().optional().describe('Always empty; for clients that expect it'),
    tenant: Id.optional().describe('Tenant of the user'),
    tenantSlug: z.string().optional().describe('Short name of the tenant'),
    user_type: z.enum(['client', 'internal']).optional().describe('client: of the client portal'),
    clientId: Id.optional().describe('Client of a client-portal user'),
    contactId: Id.optional().describe('Contact of a client-portal user'),
    plan: z.string().optional().describe('Plan of the tenant'),
    addons: z.array(z.string()).optional().describe('Add-ons of the tenant'),
    trial_end: z.string().nullable().optional().describe('End of a trial'),
    subscription_status: z.enum(['active', 'trialing', 'past_due', 'unpaid']).nullable().optional().describe('State of the subscription'),
    solo_pro_trial_end: z.string().nullable().optional().describe('End of a trial of the plan Pro'),
    premium_trial_end: z.string().nullable().optional().describe('End of a trial of the plan Premium'),
    premium_trial_confirmed: z.boolean().optional().describe('Whether the trial of the plan Premium is to be continued as a subscription'),
    premium_trial_effective_date: z.string().nullable().optional().describe('When that takes effect'),
  })
  .meta({ id: 'SessionUser' });

export const Session = z
  .object({
    session_id: Id.describe('Identifies the session'),
    login_method: z.string().describe('How the user signed in: credentials, passkey, or the id of an OAuth provider'),
    expires: Timestamp.describe('When the session ends unless it is used'),
    user: SessionUser,
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

export const NoSession = z.strictObject({}).meta({ id: 'NoSession', description: 'Nobody is signed in' });

export const SessionReply = z.union([Session, NoSession]);

/** A session among the others of its user. */
export const SessionRecord = z
  .object({
    session_id: Id.describe('Identifies the session'),
    user_id: Id.describe('User who signed in'),
    login_method: z.string().describe('How the user signed in'),
    ip_address: z.string().nullable().describe('Address the user signed in from'),
    user_agent: z.string().nullable().describe('What the browser called itself'),
    device_name: z.string().describe('Browser and system, for people'),
    device_type: z.enum(['desktop', 'mobile', 'tablet', 'program', 'unknown']).describe('Kind of device'),
    last_activity_at: Timestamp.describe('When the session was last used, to the minute'),
    expires_at: Timestamp.describe('When the session ends unless it is used'),
    created_at: Timestamp.describe('When the user signed in'),
    is_current: z.boolean().describe('Whether it is the session of this request'),
  })
  .meta({ id: 'SessionRecord' });
export type SessionRecord = z.infer<typeof SessionRecord>;

/** A session among those of all users. */
export const SessionOfUser = SessionRecord.extend({
  username: z.string().describe('Username'),
  email: z.string().describe('E-mail address'),
  first_name: z.string().nullable().describe('First name'),
  last_name: z.string().nullable().describe('Last name'),
}).meta({ id: 'SessionOfUser' });

export const ValidatedToken = z
  .object({
    isValid: z.literal(true),
    userType: z.enum(['internal', 'client']).describe('Type of the user who signed in'),
    tenant: Id.describe('Tenant of the user'),
  })
  .meta({ id: 'ValidatedToken' });

export const InvalidToken = z.object({ isValid: z.literal(false) }).meta({ id: 'InvalidToken' });
