import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';

/** Tags of assets as the desk service tells of them. */
export const assetTagsMigration: Migration = {
  async up(db: MigrationDb) {
    // No key to the asset: a tag may be heard of when its asset is gone already.
    await createTenantTable(db, 'assets', 'asset_tags', {
      key: ['tag_id'],
      columns: 'tag_id uuid not null, asset_id uuid not null, tag_text text not null, is_removed boolean not null',
      indexes: { asset_tags_asset: '(tenant, asset_id)', asset_tags_text: '(tenant, tag_text, asset_id) where not is_removed' },
    });
  },
};
