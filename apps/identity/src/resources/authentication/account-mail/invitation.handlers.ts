import { conflict } from '@psa/contract-kit';
import { invitationRoutes } from '@psa/contracts-identity';
import { handlers } from '../../../identity-app.ts';
import { requireUser, userScopeOf } from '../../directory/user/user-scope.access.ts';
import { lockUser } from '../../directory/user/user.records.ts';
import { sendLink } from './account-mail.actions.ts';
import { admit } from './account-limits.ts';

export const invitationHandlers = handlers(invitationRoutes, {
  inviteUser: async ({ db, ports, params, principal }) => {
    await admit(ports.database, { invited: `${db.tenant}|${params.id}` });
    await db.transaction(async (tx) => {
      const user = requireUser(await lockUser(tx, params.id, userScopeOf(principal)));
      if (user.is_inactive) throw conflict('The user is shut out');
      if (user.last_login_at !== null) throw conflict('The user has signed in before; they can ask for a new password themselves');
      await sendLink(tx, ports, user, 'invitation');
    });
    return { data: { message: 'An invitation is on its way' } };
  },
});
