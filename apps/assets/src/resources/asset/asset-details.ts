import type { Principal } from '@psa/http-kit';
import { statement } from '@psa/postgres-kit';
import type { Db } from '../../assets-app.ts';
import type { Tables } from '../../tables.ts';
import { associationFromJson, documentsOfAsset } from '../asset-document/asset-document.records.ts';
import { toDocumentAssociation } from '../asset-document/asset-document.view.ts';
import { scheduleFromJson, schedulesOfAsset } from '../maintenance/maintenance-schedule.records.ts';
import { toMaintenanceSchedule } from '../maintenance/maintenance-schedule.view.ts';
import { relationshipFromJson, relationshipsOfAsset } from '../relationship/relationship.records.ts';
import { toRelatedAsset } from '../relationship/relationship.view.ts';
import { type AssetRow, assetRows } from './asset.records.ts';
import type { AssetBelongings } from './asset.view.ts';

/** An asset with what belongs to it, read in one statement. */
const detailsStatement = statement<Tables>()((db, p: { asset_id: string }) => assetRows(db)
  .select([
    schedulesOfAsset(db, p.asset_id).as('maintenance_schedules'),
    documentsOfAsset(db, p.asset_id).as('documents'),
    relationshipsOfAsset(db, p.asset_id).as('relationships'),
  ])
  .where('assets.asset_id', '=', p.asset_id));

/** @param reader documents are shown only to who may read documents */
export async function findAssetDetails(
  db: Db, assetId: string, reader: Pick<Principal, 'permissions'>,
): Promise<{ row: AssetRow; belongings: AssetBelongings } | undefined> {
  const found = await db.first(detailsStatement, { asset_id: assetId });
  if (found === undefined) return undefined;
  const { maintenance_schedules, documents, relationships, ...row } = found;
  return {
    row,
    belongings: {
      maintenance_schedules: maintenance_schedules.map((schedule) => toMaintenanceSchedule(scheduleFromJson(schedule))),
      documents: reader.permissions.has('document:read') ? documents.map((association) => toDocumentAssociation(associationFromJson(association))) : [],
      relationships: relationships.map((relationship) => toRelatedAsset(relationshipFromJson(relationship))),
    },
  };
}
