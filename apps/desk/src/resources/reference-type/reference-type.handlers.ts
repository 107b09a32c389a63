import { type ReferenceType, referenceTypeRoutes } from '@psa/contracts-desk';
import { handlers } from '../../desk-app.ts';
import { findReferenceTypes, type ReferenceTypeRecord } from './reference-type.records.ts';

const toReferenceType = ({ kind: _, ...row }: ReferenceTypeRecord): ReferenceType => row;

export const referenceTypeHandlers = handlers(referenceTypeRoutes, {
  listTaskTypes: async ({ db }) => ({ data: (await findReferenceTypes(db, 'task')).map(toReferenceType) }),
  listInteractionTypes: async ({ db }) => ({ data: (await findReferenceTypes(db, 'interaction')).map(toReferenceType) }),
});
