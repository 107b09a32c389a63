import { passkeyRoutes } from '@psa/contracts-identity';
import { versioned } from '@psa/http-kit';
import { handlers } from '../../../identity-app.ts';
import { findAccount, findOwnAccount } from '../two-factor/two-factor.access.ts';
import { demandAvailableProof } from '../two-factor/proof.actions.ts';
import { deletePasskey, renamePasskey } from './passkey.actions.ts';
import { listPasskeys } from './passkey.records.ts';
import { toPasskey } from './passkey.view.ts';
import { finishRegistration, startRegistration } from './register-passkey.actions.ts';

export const passkeyHandlers = handlers(passkeyRoutes, {
  listPasskeys: async ({ db, principal, params }) => {
    const { user_id } = await findAccount(db, principal, params.id, 'user:read');
    return { data: (await listPasskeys(db, user_id)).map(toPasskey) };
  },

  startPasskey: async ({ db, principal, params, body, ports }) => {
    const user = await findOwnAccount(db, principal, params.id);
    await demandAvailableProof(db, ports, user, body);
    const { options, token } = await startRegistration(db, ports, user);
    return { data: { options: { ...options }, challenge_token: token } };
  },

  createPasskey: async ({ db, principal, params, body, ports }) => {
    const { user_id } = await findOwnAccount(db, principal, params.id);
    const row = await finishRegistration(db, ports, user_id, body);
    return versioned({ data: toPasskey(row) }, row.version, `/api/v1/users/${user_id}/passkeys/${row.passkey_id}`);
  },

  updatePasskey: async ({ db, principal, params, body, ifMatch }) => {
    const { user_id } = await findOwnAccount(db, principal, params.id);
    const row = await renamePasskey(db, user_id, params.passkeyId, body.name, ifMatch);
    return versioned({ data: toPasskey(row) }, row.version);
  },

  deletePasskey: async ({ db, principal, params, ifMatch }) => {
    const { user_id } = await findAccount(db, principal, params.id, 'user:update');
    await deletePasskey(db, principal, user_id, params.passkeyId, ifMatch);
  },
});
