import type { Principal } from '@psa/http-kit';
import { statement } from '@psa/postgres-kit';
import type { Db } from '../../../assets-app.ts';
import type { Tables } from '../../../tables.ts';
import { associationFromJson, documentsOfAsset } from '../../document/asset-document/asset-document.records.ts';
import { toDocumentAssociation } from '../../document/asset-document/asset-document.view.ts';
import { scheduleFromJson, schedulesOfAsset } from '../../maintenance/maintenance-schedule.records.ts';
import { toMaintenanceSchedule } from '../../maintenance/maintenance-schedule.view.ts';
import { relationshipFromJson, relationshipsOfAsset } from '../../relationship/relationship.records.ts';
import { toRelatedAsset } from '../../relationship/relationship.view.ts';
import { type AssetRow, findAsset } from '../asset.records.ts';
import { type AssetBelongings, nothingBelongs } from '../asset.view.ts';

/** What belongs to one asset, in one statement. */
const belongingsStatement = statement<Tables>()((db, p: { asset_id: string }) =>
  db
    .selectFrom('assets')
    .select([
      schedulesOfAsset(db, p.asset_id).as('maintenance_schedules'),
      documentsOfAsset(db, p.asset_id).as('documents'),
      relationshipsOfAsset(db, p.asset_id).as('relationships'),
    ])
    .where('assets.asset_id', '=', p.asset_id),
);

/**
 * An asset with what belongs to it. Most have nothing, and their row says so: the three sub-selects cost more than the rest of the read.
 * @param reader documents are shown only to who may read documents
 */
export async function findAssetDetails(
  db: Db,
  assetId: string,
  reader: Pick<Principal, 'permissions'>,
): Promise<{ row: AssetRow; belongings: AssetBelongings } | undefined> {
  const row = await findAsset(db, assetId);
  if (row === undefined) return undefined;
  const found = row.has_belongings ? await db.first(belongingsStatement, { asset_id: assetId }) : undefined;
  if (found === undefined) return { row, belongings: nothingBelongs };
  return {
    row,
    belongings: {
      maintenance_schedules: found.maintenance_schedules.map((schedule) => toMaintenanceSchedule(scheduleFromJson(schedule))),
      documents: reader.permissions.has('document:read')
        ? found.documents.map((association) => toDocumentAssociation(associationFromJson(association)))
        : [],
      relationships: found.relationships.map((relationship) => toRelatedAsset(relationshipFromJson(relationship))),
    },
  };
}
