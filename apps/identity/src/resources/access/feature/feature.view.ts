import { type Feature, featureCatalogue, type FeatureName } from '@psa/contracts-identity';
import type { FeatureSetting } from './feature.records.ts';

/** A feature with what the tenant has set about it. */
export function toFeature(
  name: FeatureName,
  { is_enabled, required_role_ids }: Pick<FeatureSetting, 'is_enabled' | 'required_role_ids'>,
): Feature {
  const { description, permissions } = featureCatalogue[name];
  return { feature_name: name, description, permissions: [...permissions], is_enabled, required_role_ids };
}
