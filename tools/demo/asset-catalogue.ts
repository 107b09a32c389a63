import type { Random } from './random.ts';

export type AssetType = 'workstation' | 'network_device' | 'server' | 'mobile_device' | 'printer' | 'unknown';

/** A product clients own, and how its details are made up. */
export interface Product {
  type: AssetType;
  /** Stands in the tag. */
  short: string;
  name: string;
  /** How its maker's serial numbers look: `#` is a digit, `?` a letter or digit, all else stands as it is. */
  serial: string;
  /** How many of ten devices of its type it is. */
  share: number;
  warrantyYears: number;
  details(random: Random, address: string): Record<string, unknown>;
}

const workstation =
  (os: string, version: string, cpu: string, cores: number, gpu: string) =>
  (random: Random): Record<string, unknown> => ({
    os_type: os,
    os_version: version,
    cpu_model: cpu,
    cpu_cores: cores,
    gpu_model: gpu,
    ram_gb: random.pick([16, 16, 32]),
    storage_type: 'NVMe',
    storage_capacity_gb: random.pick([256, 512, 512, 1024]),
    installed_software: ['Microsoft 365', 'Google Chrome', ...random.pick([['QuickBooks'], ['AutoCAD'], ['Adobe Acrobat'], []])],
  });

const network =
  (kind: string, ports: number, poe: boolean, watts: number) =>
  (random: Random, address: string): Record<string, unknown> => ({
    device_type: kind,
    management_ip: address,
    port_count: ports,
    supports_poe: poe,
    power_draw_watts: watts,
    firmware_version: `${random.int(6, 10)}.${random.int(0, 9)}.${random.int(1, 30)}`,
  });

const server =
  (os: string, version: string, virtual: boolean, services: string[]) =>
  (random: Random, address: string): Record<string, unknown> => ({
    os_type: os,
    os_version: version,
    cpu_model: 'Intel Xeon Silver 4410Y',
    cpu_cores: random.pick([8, 12, 24]),
    ram_gb: random.pick([32, 64, 128]),
    is_virtual: virtual,
    ...(virtual ? { hypervisor: 'VMware ESXi 8' } : { raid_config: 'RAID 10' }),
    primary_ip: address,
    installed_services: services,
  });

const phone =
  (os: string, version: string, model: string) =>
  (random: Random): Record<string, unknown> => ({
    os_type: os,
    os_version: version,
    model,
    imei: `35${random.text(13, '0123456789')}`,
    carrier: random.pick(['Verizon', 'AT&T', 'T-Mobile']),
    phone_number: `+1 614 555 01${random.text(2, '0123456789')}`,
    is_supervised: random.chance(0.7),
  });

const printer =
  (model: string, color: boolean, duty: number) =>
  (random: Random, address: string): Record<string, unknown> => ({
    model,
    ip_address: address,
    is_network_printer: true,
    supports_color: color,
    supports_duplex: true,
    max_paper_size: duty > 50_000 ? 'A3' : 'Letter',
    supported_paper_types: ['plain', 'letterhead', 'envelope'],
    monthly_duty_cycle: duty,
    supply_levels: { black: random.int(5, 100), ...(color && { cyan: random.int(5, 100) }) },
  });

const nothing = (): Record<string, unknown> => ({});

export const products: readonly Product[] = [
  {
    type: 'workstation',
    short: 'WS',
    name: 'Dell OptiPlex 7010',
    serial: '??????#',
    share: 3,
    warrantyYears: 3,
    details: workstation('Windows', '11 Pro 23H2', 'Intel Core i5-13500', 14, 'Intel UHD 770'),
  },
  {
    type: 'workstation',
    short: 'LT',
    name: 'Lenovo ThinkPad T14',
    serial: 'PF#?????',
    share: 4,
    warrantyYears: 3,
    details: workstation('Windows', '11 Pro 24H2', 'AMD Ryzen 7 PRO 8840U', 8, 'Radeon 780M'),
  },
  {
    type: 'workstation',
    short: 'LT',
    name: 'HP EliteBook 840 G10',
    serial: '5CG####???',
    share: 2,
    warrantyYears: 3,
    details: workstation('Windows', '11 Pro 23H2', 'Intel Core i7-1355U', 10, 'Intel Iris Xe'),
  },
  {
    type: 'workstation',
    short: 'MB',
    name: 'Apple MacBook Pro 14',
    serial: '??????????',
    share: 1,
    warrantyYears: 1,
    details: workstation('macOS', '15.5', 'Apple M4 Pro', 12, 'Apple M4 Pro 16-core'),
  },
  {
    type: 'network_device',
    short: 'FW',
    name: 'Fortinet FortiGate 60F',
    serial: 'FGT60FTK########',
    share: 2,
    warrantyYears: 3,
    details: network('firewall', 10, false, 12),
  },
  {
    type: 'network_device',
    short: 'SW',
    name: 'Cisco Catalyst 1300-24P',
    serial: 'DNI#####???',
    share: 3,
    warrantyYears: 5,
    details: network('switch', 24, true, 195),
  },
  {
    type: 'network_device',
    short: 'AP',
    name: 'Ubiquiti UniFi U7 Pro',
    serial: '#CA###??????',
    share: 5,
    warrantyYears: 1,
    details: network('access_point', 1, false, 21),
  },
  {
    type: 'server',
    short: 'SV',
    name: 'Dell PowerEdge R660',
    serial: '??????3',
    share: 4,
    warrantyYears: 5,
    details: server('VMware', 'ESXi 8.0 U3', false, ['vSphere']),
  },
  {
    type: 'server',
    short: 'VM',
    name: 'Domain controller',
    serial: 'VMware-42 ## ??',
    share: 3,
    warrantyYears: 0,
    details: server('Windows Server', '2022', true, ['Active Directory', 'DNS', 'DHCP']),
  },
  {
    type: 'server',
    short: 'VM',
    name: 'File and print server',
    serial: 'VMware-42 ## ??',
    share: 3,
    warrantyYears: 0,
    details: server('Windows Server', '2019', true, ['SMB', 'Print Spooler']),
  },
  {
    type: 'mobile_device',
    short: 'PH',
    name: 'Apple iPhone 15',
    serial: '??????????',
    share: 5,
    warrantyYears: 1,
    details: phone('iOS', '18.5', 'A3090'),
  },
  {
    type: 'mobile_device',
    short: 'PH',
    name: 'Samsung Galaxy S24',
    serial: 'R5C????????',
    share: 3,
    warrantyYears: 2,
    details: phone('Android', '15', 'SM-S921U'),
  },
  {
    type: 'mobile_device',
    short: 'TB',
    name: 'Apple iPad Air',
    serial: '??????????',
    share: 2,
    warrantyYears: 1,
    details: phone('iPadOS', '18.5', 'A2902'),
  },
  {
    type: 'printer',
    short: 'PR',
    name: 'HP LaserJet Pro M404dn',
    serial: 'PHB#######',
    share: 5,
    warrantyYears: 1,
    details: printer('M404dn', false, 80_000),
  },
  {
    type: 'printer',
    short: 'PR',
    name: 'Brother MFC-L8900CDW',
    serial: 'U#####?#?######',
    share: 3,
    warrantyYears: 1,
    details: printer('MFC-L8900CDW', true, 40_000),
  },
  {
    type: 'printer',
    short: 'CP',
    name: 'Canon imageRUNNER C3226i',
    serial: '2QA#####',
    share: 2,
    warrantyYears: 3,
    details: printer('imageRUNNER C3226i', true, 120_000),
  },
  { type: 'unknown', short: 'UP', name: 'APC Smart-UPS 1500', serial: 'AS##########', share: 7, warrantyYears: 2, details: nothing },
  {
    type: 'unknown',
    short: 'TV',
    name: 'Samsung 65" meeting room display',
    serial: '0???#???######',
    share: 3,
    warrantyYears: 1,
    details: nothing,
  },
];
