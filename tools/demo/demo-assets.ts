import { products, type AssetType, type Product } from './asset-catalogue.ts';
import type { DemoClient } from './demo-clients.ts';
import { createRandom, type Random } from './random.ts';

/** An asset as the API takes it, but for the ids of its client and location. */
export interface DemoAsset {
  tag: string;
  type: AssetType;
  product: Product;
  /** Which of the client's locations it stands at. */
  locationIndex: number;
  body: Record<string, unknown>;
}

/** Assets of each type per head of staff, besides those that every location has. */
const PER_HEAD: readonly [AssetType, number][] = [
  ['workstation', 0.155],
  ['mobile_device', 0.075],
  ['network_device', 0.045],
  ['server', 0.035],
  ['printer', 0.035],
  ['unknown', 0.02],
];
const DAY_MS = 86_400_000;
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const DIGITS = '0123456789';
const ROOMS = [
  'Front desk',
  'Back office',
  'Server room',
  'Accounting',
  'Meeting room 1',
  'Meeting room 2',
  'Warehouse',
  'Workshop',
  'Reception',
];

/** Everything a client owns, with dates around the given time. */
export function demoAssets(client: DemoClient, now: Date): DemoAsset[] {
  const wanted = PER_HEAD.flatMap(([type, perHead]) => {
    const always = type === 'network_device' ? client.locations.length : type === 'workstation' ? 1 : 0;
    return Array.from({ length: always + Math.round(client.staff * perHead) }, (_, index) => ({ type, index }));
  });
  return wanted.map(({ type, index }, number) => oneAsset(client, type, index, number, now));
}

function oneAsset(client: DemoClient, type: AssetType, index: number, number: number, now: Date): DemoAsset {
  const random = createRandom(`asset/${client.code}/${type}/${index}`);
  const locationIndex = index % client.locations.length;
  const product = chooseProduct(type, index, client.locations.length, random);
  const tag = `${client.code}-${product.short}-${String(number + 1).padStart(4, '0')}`;
  const bought = new Date(Math.floor(now.getTime() / DAY_MS - random.int(20, 5.5 * 365)) * DAY_MS);
  return {
    tag,
    type,
    product,
    locationIndex,
    body: {
      asset_type: type,
      asset_tag: tag,
      name: random.chance(0.35) ? `${product.name} (${random.pick(ROOMS)})` : product.name,
      status: status(bought, now, random),
      location: random.pick(ROOMS),
      serial_number: serialNumber(product.serial, random),
      purchase_date: bought.toISOString(),
      ...(product.warrantyYears > 0 &&
        random.chance(0.92) && {
          warranty_end_date: addYears(bought, product.warrantyYears + (random.chance(0.25) ? 1 : 0)).toISOString(),
        }),
      ...(type !== 'unknown' && { extension_data: product.details(random, `10.${client.staff}.${locationIndex}.${(number % 250) + 2}`) }),
    },
  };
}

/** Each location has its firewall before it gets anything else. */
function chooseProduct(type: AssetType, index: number, locations: number, random: Random): Product {
  const choices = products.filter((product) => product.type === type);
  if (type === 'network_device' && index < locations) return choices[0]!;
  return random.pick(choices.flatMap((product) => Array<Product>(product.share).fill(product)));
}

function status(bought: Date, now: Date, random: Random): string {
  const ageInYears = (now.getTime() - bought.getTime()) / (365 * DAY_MS);
  if (ageInYears > 4.5 && random.chance(0.4)) return 'retired';
  return random.pick(['active', 'active', 'active', 'active', 'active', 'active', 'active', 'in_stock', 'in_repair', 'inactive']);
}

function serialNumber(pattern: string, random: Random): string {
  return pattern.replaceAll(/[#?]/g, (place) => random.text(1, place === '#' ? DIGITS : LETTERS + DIGITS));
}

function addYears(date: Date, years: number): Date {
  const later = new Date(date);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}
