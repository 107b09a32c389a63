import { createRandom } from './random.ts';

/** A client with its locations, as the API takes them. */
export interface DemoClient {
  /** Begins the tags of its assets. */
  code: string;
  staff: number;
  /** No longer a customer, though its assets are still known. */
  hasLeft: boolean;
  body: Record<string, unknown>;
  locations: Record<string, unknown>[];
}

interface City {
  city: string;
  state: string;
  zip: string;
  area: string;
  timezone: string;
}

const CITIES: Record<string, City> = {
  columbus: { city: 'Columbus', state: 'OH', zip: '43215', area: '614', timezone: 'America/New_York' },
  dublin: { city: 'Dublin', state: 'OH', zip: '43017', area: '614', timezone: 'America/New_York' },
  cleveland: { city: 'Cleveland', state: 'OH', zip: '44114', area: '216', timezone: 'America/New_York' },
  cincinnati: { city: 'Cincinnati', state: 'OH', zip: '45202', area: '513', timezone: 'America/New_York' },
  pittsburgh: { city: 'Pittsburgh', state: 'PA', zip: '15222', area: '412', timezone: 'America/New_York' },
  indianapolis: { city: 'Indianapolis', state: 'IN', zip: '46204', area: '317', timezone: 'America/Indiana/Indianapolis' },
  chicago: { city: 'Chicago', state: 'IL', zip: '60606', area: '312', timezone: 'America/Chicago' },
  detroit: { city: 'Detroit', state: 'MI', zip: '48226', area: '313', timezone: 'America/Detroit' },
};

/** Name, code, kind of business, staff, cities of its locations. The first city is the head office. */
const CLIENTS: readonly [string, string, string, number, ...string[]][] = [
  ['Northline Cabinetry', 'NLC', 'Manufacturing', 64, 'columbus', 'dublin'],
  ['Harbor Family Dental', 'HFD', 'Healthcare', 28, 'cleveland', 'cleveland'],
  ['Whitfield & Sons Law', 'WSL', 'Legal', 22, 'columbus'],
  ['Brightwater Credit Union', 'BCU', 'Finance', 85, 'cincinnati', 'columbus', 'indianapolis'],
  ['Maple Street Veterinary', 'MSV', 'Healthcare', 19, 'dublin'],
  ['Ironclad Logistics', 'ICL', 'Transport', 120, 'indianapolis', 'columbus', 'chicago'],
  ['Three Rivers Orthopedics', 'TRO', 'Healthcare', 54, 'pittsburgh', 'pittsburgh'],
  ['Calder Architects', 'CAL', 'Architecture', 31, 'chicago'],
  ['Fernwood Montessori School', 'FMS', 'Education', 37, 'columbus'],
  ['Great Lakes Metal Works', 'GLM', 'Manufacturing', 96, 'cleveland', 'detroit'],
  ['Oakridge Property Group', 'OPG', 'Real estate', 26, 'cincinnati'],
  ['Summit Hearing Care', 'SHC', 'Healthcare', 14, 'columbus', 'dublin'],
  ['Blue Heron Brewing', 'BHB', 'Hospitality', 33, 'cincinnati', 'columbus'],
  ['Pinnacle Tax Advisors', 'PTA', 'Accounting', 18, 'indianapolis'],
  ['Cedar Valley Pharmacy', 'CVP', 'Healthcare', 21, 'dublin', 'columbus'],
  ['Redstone Engineering', 'RSE', 'Engineering', 48, 'pittsburgh'],
  ['Lakeshore Charities', 'LSC', 'Nonprofit', 16, 'chicago'],
  ['Hartwell Insurance Agency', 'HIA', 'Insurance', 24, 'columbus'],
  ['Copper Kettle Restaurants', 'CKR', 'Hospitality', 58, 'cleveland', 'columbus', 'cincinnati'],
  ['Meridian Wealth Partners', 'MWP', 'Finance', 20, 'chicago', 'detroit'],
  ['Buckeye Solar Installers', 'BSI', 'Construction', 42, 'columbus'],
  ['Stonegate Church', 'SGC', 'Nonprofit', 12, 'indianapolis'],
  ['Velo City Bikes', 'VCB', 'Retail', 15, 'detroit', 'chicago'],
  ['Ashford Precision Optics', 'APO', 'Manufacturing', 39, 'pittsburgh'],
  ['Larkspur Event Rentals', 'LER', 'Events', 11, 'columbus'],
];

const STREETS = [
  'Front Street',
  'Market Street',
  'Commerce Drive',
  'High Street',
  'Industrial Parkway',
  'Riverside Avenue',
  'Grant Avenue',
  'Old Mill Road',
];

/** All clients of the demo tenant. */
export function demoClients(): DemoClient[] {
  return CLIENTS.map(([name, code, industry, staff, ...cities]) => {
    const random = createRandom(`client/${code}`);
    const domain = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '')}.example`;
    const home = CITIES[cities[0]!]!;
    return {
      code,
      staff,
      hasLeft: code === 'LER',
      body: {
        client_name: name,
        billing_cycle: random.pick(['monthly', 'monthly', 'monthly', 'quarterly', 'annually']),
        client_type: 'company',
        phone_no: phone(home, random.int(100, 999)),
        email: `office@${domain}`,
        billing_email: `accounts@${domain}`,
        url: `https://www.${domain}`,
        payment_terms: random.pick(['net_15', 'net_30', 'net_30', 'net_45']),
        // Cents.
        credit_limit: random.pick([250_000, 500_000, 1_000_000, 2_000_000]),
        invoice_delivery_method: random.pick(['email', 'email', 'portal']),
        timezone: home.timezone,
        is_tax_exempt: ['Nonprofit', 'Education'].includes(industry),
        tags: [industry.toLowerCase(), ...(staff >= 50 ? ['key account'] : [])],
        properties: { industry, company_size: companySize(staff), website: `https://www.${domain}` },
      },
      locations: cities.map((key, index) => location(CITIES[key]!, index, cities.indexOf(key) !== index, code)),
    };
  });
}

function location(place: City, index: number, secondInCity: boolean, code: string): Record<string, unknown> {
  const random = createRandom(`location/${code}/${index}`);
  return {
    location_name: index === 0 ? 'Head office' : secondInCity ? `${place.city} East` : `${place.city} branch`,
    address_line1: `${random.int(10, 4_900)} ${random.pick(STREETS)}`,
    ...(random.chance(0.4) && { address_line2: `Suite ${random.int(100, 900)}` }),
    city: place.city,
    state_province: place.state,
    postal_code: place.zip,
    country_code: 'US',
    country_name: 'United States',
    phone: phone(place, random.int(100, 999)),
    is_default: index === 0,
    is_billing_address: index === 0,
    is_shipping_address: true,
    is_active: true,
  };
}

/** 555-0100 to 555-0199 are kept free for examples. */
function phone({ area }: City, number: number): string {
  return `+1 ${area} 555 01${String(number % 100).padStart(2, '0')}`;
}

function companySize(staff: number): string {
  return staff < 20 ? '1-19' : staff < 50 ? '20-49' : '50-199';
}
