import { hookRoutes } from '@psa/contracts-automation';
import { handlers } from '../../automation-app.ts';
import { receiveHook } from './receive-hook.actions.ts';

export const hookHandlers = handlers(hookRoutes, {
  receiveHook: async ({ ports, params, request }) => {
    const execution = await receiveHook(ports, { ...params, request });
    return { data: { execution_id: execution?.execution_id ?? null, duplicate: execution === null } };
  },
});
