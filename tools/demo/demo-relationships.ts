import type { AssetType } from './asset-catalogue.ts';
import type { DemoAsset } from './demo-assets.ts';
import { createRandom } from './random.ts';

/** One asset's relation to another of the same client. */
export interface DemoRelationship {
  from: DemoAsset;
  to: DemoAsset;
  kind: string;
}

/** What a device is usually joined to: its own type, the other's, how, and how often. */
const JOINTS: readonly [AssetType, (asset: DemoAsset) => boolean, string, number][] = [
  ['server', ({ product }) => product.short === 'SW' || product.short === 'FW', 'connected_to', 1],
  ['server', ({ product }) => product.short === 'UP', 'powered_by', 0.6],
  ['printer', ({ type }) => type === 'server', 'managed_by', 0.7],
  ['workstation', ({ type }) => type === 'printer', 'prints_to', 0.3],
  ['network_device', ({ product }) => product.short === 'FW', 'connected_to', 0.8],
];

/** How a client's devices hang together. */
export function demoRelationships(assets: readonly DemoAsset[]): DemoRelationship[] {
  return assets.flatMap((from) =>
    JOINTS.flatMap(([type, fits, kind, probability]) => {
      const random = createRandom(`relationship/${from.tag}/${kind}`);
      const candidates = assets.filter((other) => other !== from && fits(other));
      if (from.type !== type || candidates.length === 0 || fits(from) || !random.chance(probability)) return [];
      return [{ from, to: random.pick(candidates), kind }];
    }),
  );
}
