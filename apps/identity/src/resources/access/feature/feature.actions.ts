import { invalidField, notFound } from '@psa/contract-kit';
import { type FeatureName, findFeature, type UpdateFeature } from '@psa/contracts-identity';
import { type Accepted, demandVersion } from '@psa/http-kit';
import type { Db } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { lockAccess } from '../grant/effective-permissions.records.ts';
import { type FeatureSetting, findRoleNames, lockFeatureSetting, putFeatureSetting } from './feature.records.ts';

/** What holds of a feature as long as the tenant has set nothing. */
export const UNSET: Pick<FeatureSetting, 'is_enabled' | 'required_role_ids' | 'version'> = {
  is_enabled: true,
  required_role_ids: [],
  version: 0,
};

/** Enables or disables a feature, or demands roles for it. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR for an unknown role */
export function updateFeature(
  db: Db,
  name: string,
  input: UpdateFeature,
  accepted?: Accepted,
): Promise<{ name: FeatureName; setting: FeatureSetting }> {
  if (findFeature(name) === undefined) throw notFound('Feature');
  const { required_role_ids: demanded = [] } = input;
  return db.transaction(async (tx) => {
    // A role that a feature demands is not deleted at the same time.
    await lockAccess(tx);
    const previous = (await lockFeatureSetting(tx, name)) ?? UNSET;
    demandVersion(accepted, previous.version);
    const known = await findRoleNames(tx, demanded);
    const unknown = demanded.findIndex((id) => !known.has(id));
    if (unknown !== -1) throw invalidField(['required_role_ids', unknown], 'is not a role of this tenant', 'unknown_reference');
    const setting = await putFeatureSetting(tx, name, {
      is_enabled: input.is_enabled ?? previous.is_enabled,
      required_role_ids: input.required_role_ids === undefined ? previous.required_role_ids : [...new Set(demanded)],
    });
    audit(tx, { event_type: 'feature_updated', record_id: name, before: previous, after: setting });
    return { name: name as FeatureName, setting };
  });
}
