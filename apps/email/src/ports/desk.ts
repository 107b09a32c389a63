import type { ticketMailRpc } from '@psa/contracts-desk';
import type { RequestContext } from '@psa/postgres-kit';
import type { z } from 'zod';

type Methods = typeof ticketMailRpc;
type Call<Name extends keyof Methods> = (
  context: RequestContext,
  request: z.input<Methods[Name]['request']>,
) => Promise<z.output<Methods[Name]['response']>>;

/** The desk service. Every method throws SERVICE_UNAVAILABLE when nobody answers. */
export type Desk = { readonly [Name in keyof Methods]: Call<Name> };
