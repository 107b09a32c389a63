import { passwordRoutes } from '@psa/contracts-identity';
import { handlers } from '../../../identity-app.ts';
import { changePassword } from './password.actions.ts';

export const passwordHandlers = handlers(passwordRoutes, {
  changePassword: async ({ db, ports, params, principal, body }) => {
    await changePassword(db, ports, principal, params.id, body);
    return { data: { message: 'The password was changed' } };
  },
});
