import { many, one, routes } from '@psa/contract-kit';
import { deskGroup } from './group.ts';
import {
  AvailableReferenceData,
  CheckReferenceData,
  ImportedReferenceData,
  ImportReferenceData,
  ReferenceConflict,
  ReferenceItem,
} from './reference-data.schemas.ts';

export const referenceDataRoutes = routes(deskGroup('Reference data', { staffOnly: true }), {
  listAvailableReferenceData: {
    method: 'post',
    path: '/api/reference-data/available',
    permission: 'settings:create',
    summary: 'List the standard items whose names the tenant does not have yet',
    body: AvailableReferenceData,
    reply: many(ReferenceItem),
  },
  checkReferenceDataConflicts: {
    method: 'post',
    path: '/api/reference-data/check-conflicts',
    permission: 'settings:create',
    summary: 'List the standard items whose names or places are taken',
    body: CheckReferenceData,
    reply: many(ReferenceConflict),
  },
  importReferenceData: {
    method: 'post',
    path: '/api/reference-data/import',
    permission: 'settings:create',
    mayUse: ['ticket_settings:update', 'billing_settings:update'],
    summary: 'Import standard items; a second import changes nothing',
    body: ImportReferenceData,
    reply: one(ImportedReferenceData),
    errors: ['CONFLICT'],
  },
});
