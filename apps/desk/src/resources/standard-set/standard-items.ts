import type { ReferenceItem } from '@psa/contracts-desk';
import { v5 as uuidv5 } from 'uuid';

/** Under which ids of standard items are made: the same ones in every installation. */
const NAMESPACE = '5f1c6f0c-6b7e-5f0a-9c55-0c6d2f6c9a11';
const idOf = (type: string, name: string) => uuidv5(`${type}/${name}`, NAMESPACE);

const item = (type: string, name: string, display_order: number, more: Partial<ReferenceItem> = {}): ReferenceItem => ({
  id: idOf(type, name),
  name,
  description: null,
  display_order,
  ...more,
});

const CHANNELS: readonly (readonly [string, string])[] = [
  ['General Support', 'Questions and requests of every kind'],
  ['Technical Issues', 'What does not work'],
  ['Projects', 'Work that belongs to a project'],
  ['Urgent Matters', 'What cannot wait'],
  ['Administration', 'Accounts, contracts and orders'],
  ['Software Support', 'Applications'],
  ['Hardware Support', 'Devices'],
  ['Network Support', 'Networks and connections'],
  ['Security & Compliance', 'Incidents, audits and policies'],
  ['Client Communication', 'Exchange with clients'],
];

export const STANDARD_CHANNELS: readonly ReferenceItem[] = CHANNELS.map(([name, description], index) =>
  item('channel', name, index, { description, is_default: index === 0 }),
);

const PRIORITIES = {
  ticket: [
    ['Urgent', '#DC2626'],
    ['High', '#EA580C'],
    ['Medium', '#CA8A04'],
    ['Low', '#16A34A'],
  ],
  project_task: [
    ['Critical', '#DC2626'],
    ['High', '#EA580C'],
    ['Medium', '#CA8A04'],
    ['Low', '#16A34A'],
  ],
} as const;

export const standardPriorities = (item_type: 'ticket' | 'project_task'): readonly ReferenceItem[] =>
  PRIORITIES[item_type].map(([name, color], index) => item(`priority/${item_type}`, name, index, { item_type, color }));

const STATUSES = {
  ticket: [
    ['Open', false],
    ['In Progress', false],
    ['Waiting for Customer', false],
    ['Resolved', true],
    ['Closed', true],
  ],
  project: [
    ['Planned', false],
    ['In Progress', false],
    ['On Hold', false],
    ['Completed', true],
    ['Cancelled', true],
  ],
} as const;

export const standardStatuses = (item_type: 'ticket' | 'project'): readonly ReferenceItem[] =>
  STATUSES[item_type].map(([name, is_closed], index) =>
    item(`status/${item_type}`, name, index, { item_type, is_closed, is_default: index === 0 }),
  );

/** Name of the standard status in which the client has to answer: the SLA clocks stand still. */
export const WAITING_STATUS = 'Waiting for Customer';

const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  'Access Request': ['New Account', 'Permission Change', 'Account Removal'],
  Antivirus: ['Detection', 'Update Failure', 'Exclusion Request'],
  'Application Error': ['Crash', 'Wrong Result', 'Slow Response'],
  'Asset Management': ['New Asset', 'Asset Return', 'Asset Transfer'],
  Backup: ['Backup Failure', 'Restore Request', 'Schedule Change'],
  Billing: ['Invoice Question', 'Payment', 'Contract Change'],
  'Change Request': ['Standard Change', 'Emergency Change'],
  Cloud: ['Storage', 'Virtual Machine', 'Cost Question'],
  Compliance: ['Audit Request', 'Policy Question'],
  Consulting: ['Advice', 'Assessment'],
  Database: ['Performance', 'Access', 'Integrity'],
  Desktop: ['Start-up', 'Display', 'Peripheral'],
  Documentation: ['Missing', 'Outdated'],
  Domain: ['DNS', 'Registration', 'Certificate'],
  Email: ['Delivery', 'Mailbox', 'Spam'],
  Feedback: ['Praise', 'Complaint'],
  'File Sharing': ['Permissions', 'Recovery', 'Synchronisation'],
  Firewall: ['Rule Change', 'Blocked Traffic'],
  'General Question': ['How To', 'Information'],
  Installation: ['Hardware', 'Software'],
  Internet: ['Outage', 'Slow Connection'],
  Laptop: ['Battery', 'Docking Station', 'Damage'],
  Licensing: ['New Licence', 'Renewal'],
  Maintenance: ['Planned', 'Patch'],
  'Mobile Device': ['Enrolment', 'Lost Device', 'Email Set-up'],
  Monitoring: ['Alert', 'Threshold Change'],
  Network: ['Wired', 'Wireless', 'Switch'],
  Offboarding: ['Account Closure', 'Device Return'],
  Onboarding: ['Account Set-up', 'Device Set-up', 'Introduction'],
  Password: ['Reset', 'Expiry', 'Multi-Factor'],
  Performance: ['Slow Device', 'Slow Application'],
  Phone: ['Voicemail', 'Call Quality', 'New Number'],
  Printer: ['Paper Jam', 'Toner', 'Driver'],
  Procurement: ['Quote', 'Order', 'Delivery'],
  'Remote Access': ['VPN', 'Remote Desktop'],
  Security: ['Phishing', 'Malware', 'Data Loss'],
  Server: ['Outage', 'Disk Space', 'Update'],
  Software: ['Installation', 'Update', 'Configuration'],
  Training: ['Session', 'Material'],
  Website: ['Outage', 'Content Change'],
};

const TYPES = {
  task: [
    ['general', 'General', '#64748B', 'check'],
    ['assessment', 'Assessment', '#2563EB', 'search'],
    ['installation', 'Installation', '#7C3AED', 'download'],
    ['configuration', 'Configuration', '#0891B2', 'settings'],
    ['migration', 'Migration', '#EA580C', 'truck'],
    ['testing', 'Testing', '#CA8A04', 'flask'],
    ['documentation', 'Documentation', '#16A34A', 'file'],
    ['training', 'Training', '#DB2777', 'users'],
  ],
  interaction: [
    ['call', 'Call', '#2563EB', 'phone'],
    ['email', 'Email', '#EA580C', 'mail'],
    ['meeting', 'Meeting', '#7C3AED', 'users'],
    ['visit', 'Visit', '#16A34A', 'map-pin'],
    ['note', 'Note', '#64748B', 'file'],
  ],
} as const;

export const standardTypes = (kind: 'task' | 'interaction'): readonly ReferenceItem[] =>
  TYPES[kind].map(([type_key, name, color, icon], index) => item(`type/${kind}`, name, index, { type_key, color, icon }));

/** Roots first, each followed by what lies in it. */
export const STANDARD_CATEGORIES: readonly ReferenceItem[] = Object.entries(CATEGORIES).flatMap(([root, children], index) => [
  item('category', root, index, { parent_category_uuid: null }),
  ...children.map((child, place) => ({
    ...item('category', `${root}/${child}`, place),
    name: child,
    parent_category_uuid: idOf('category', root),
  })),
]);

export const STANDARD_SERVICE_CATEGORIES: readonly ReferenceItem[] = [
  'Managed Services',
  'Cloud Services',
  'Consulting',
  'Hardware',
  'Networking',
  'Security',
  'Software',
  'Training',
].map((name, index) => item('service_category', name, index));

const SERVICE_TYPES = [
  ['Hourly Support', 'hourly'],
  ['Managed Services', 'fixed'],
  ['Project Work', 'hourly'],
  ['Cloud & Hosting', 'usage'],
  ['Software Licences', 'usage'],
  ['Hardware', 'fixed'],
] as const;

export const STANDARD_SERVICE_TYPES: readonly ReferenceItem[] = SERVICE_TYPES.map(([name, billing_method], index) =>
  item('service_type', name, index, { billing_method }),
);
