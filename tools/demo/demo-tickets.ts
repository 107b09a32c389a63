import type { DemoClient } from './demo-clients.ts';
import { createRandom, type Random } from './random.ts';

/** Names of the channels the tickets come in by; the first is there from the beginning. */
export const DEMO_CHANNELS = ['General Support', 'Onsite Service', 'Monitoring'] as const;

/** A ticket as the API takes it over, with its channel and category by name. */
export interface DemoTicket {
  clientCode: string;
  channel: (typeof DEMO_CHANNELS)[number];
  category: string;
  body: Record<string, unknown>;
}

interface Kind {
  category: string;
  channel: (typeof DEMO_CHANNELS)[number];
  titles: readonly string[];
  description: string;
  solution: string;
  tags: readonly string[];
  /** Hours it takes to solve, more or less. */
  hours: number;
}

const KINDS: readonly Kind[] = [
  {
    category: 'Printer',
    channel: 'General Support',
    titles: ['Printer jams on every second page', 'Cannot print to the office printer', 'Scans do not arrive by email'],
    description: 'It began this morning. Restarting the printer did not help.',
    solution: 'Replaced the pickup rollers and printed a test page.',
    tags: ['printer'],
    hours: 5,
  },
  {
    category: 'Email',
    channel: 'General Support',
    titles: ['Outlook asks for the password again and again', 'Mail to one customer bounces', 'Shared mailbox is missing'],
    description: 'Other people in the office are not affected.',
    solution: 'Recreated the profile; mail arrives again.',
    tags: ['email', 'm365'],
    hours: 3,
  },
  {
    category: 'Password',
    channel: 'General Support',
    titles: ['Locked out of the computer', 'New phone: cannot approve sign-ins', 'Password expired while on the road'],
    description: 'Needs to work before noon.',
    solution: 'Checked the identity by call-back and reset the sign-in.',
    tags: ['account'],
    hours: 1,
  },
  {
    category: 'Network',
    channel: 'Onsite Service',
    titles: ['Wi-Fi drops in the meeting room', 'No network at the front desk', 'Internet is slow since yesterday'],
    description: 'Several people are affected.',
    solution: 'Replaced the access point and checked the coverage.',
    tags: ['network'],
    hours: 20,
  },
  {
    category: 'Desktop',
    channel: 'Onsite Service',
    titles: ['Computer does not start', 'Second screen stays dark', 'Laptop battery lasts ten minutes'],
    description: 'A spare device is not available.',
    solution: 'Replaced the part under warranty.',
    tags: ['hardware'],
    hours: 30,
  },
  {
    category: 'Backup',
    channel: 'Monitoring',
    titles: ['Backup job failed', 'Backup is older than two days', 'Backup storage is almost full'],
    description: 'Reported by the nightly check.',
    solution: 'Restarted the job and watched the next run.',
    tags: ['backup', 'alert'],
    hours: 8,
  },
  {
    category: 'Server',
    channel: 'Monitoring',
    titles: ['Disk space below 10 %', 'Server does not answer', 'Certificate expires in two weeks'],
    description: 'Reported by monitoring.',
    solution: 'Cleaned up, and raised the limit that warns.',
    tags: ['server', 'alert'],
    hours: 6,
  },
  {
    category: 'Software',
    channel: 'General Support',
    titles: ['Accounting program crashes on start', 'Please install the new version', 'Licence is not recognised'],
    description: 'The vendor asks for the log files.',
    solution: 'Updated the program and its runtime.',
    tags: ['software'],
    hours: 12,
  },
];

export const DEMO_CATEGORIES: readonly { channel: string; category: string }[] = KINDS.map(({ channel, category }) => ({
  channel,
  category,
}));

const TICKETS = 1500;
const MAX_AGE_DAYS = 365;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Tickets younger than this may still be open. */
const OPEN_DAYS = 12;

/** Twelve months of tickets of the demo tenant, oldest first: more on workdays and in working hours, most of them solved. */
export function demoTickets(clients: readonly DemoClient[], now: Date): DemoTicket[] {
  const customers = clients.filter(({ hasLeft }) => !hasLeft);
  const made = Array.from({ length: TICKETS }, (_, index) => {
    const random = createRandom(`ticket/${index}`);
    const client = weighted(customers, random);
    return demoTicket(client, random, now);
  });
  return made.sort((one, other) => String(one.body['entered_at']).localeCompare(String(other.body['entered_at'])));
}

/** Larger clients have more to ask. */
function weighted(clients: readonly DemoClient[], random: Random): DemoClient {
  const total = clients.reduce((sum, { staff }) => sum + staff, 0);
  let left = random.next() * total;
  return clients.find(({ staff }) => (left -= staff) < 0) ?? (clients[0] as DemoClient);
}

function demoTicket(client: DemoClient, random: Random, now: Date): DemoTicket {
  const kind = random.pick(KINDS);
  const entered = workingTime(now.getTime() - random.next() * MAX_AGE_DAYS * DAY_MS, random, now);
  const solvingMs = Math.max(0.2, kind.hours * (0.3 + random.next() * 2)) * HOUR_MS;
  const solved = entered + solvingMs;
  const isOpen = solved > now.getTime() || (now.getTime() - entered < OPEN_DAYS * DAY_MS && random.chance(0.35));
  const answered = entered + solvingMs * (0.05 + random.next() * 0.3);
  const iso = (at: number) => new Date(Math.min(at, now.getTime() - 60_000)).toISOString();
  const wasAnswered = answered < now.getTime() && (!isOpen || random.chance(0.7));
  const comments = [
    ...(wasAnswered ? [{ comment_text: 'Thank you, we are looking into it.', created_at: iso(answered) }] : []),
    ...(wasAnswered && random.chance(0.4)
      ? [{ comment_text: 'It is still the same here.', author_type: 'client', created_at: iso(answered + (solved - answered) * 0.4) }]
      : []),
    ...(wasAnswered && random.chance(0.3)
      ? [{ comment_text: 'Seen before: check the last change.', is_internal: true, created_at: iso(answered + (solved - answered) * 0.6) }]
      : []),
    ...(isOpen ? [] : [{ comment_text: kind.solution, is_resolution: true, created_at: iso(solved) }]),
  ];
  return {
    clientCode: client.code,
    channel: kind.channel,
    category: kind.category,
    body: {
      title: random.pick(kind.titles),
      description: kind.description,
      priority: random.pick(['Low', 'Medium', 'Medium', 'Medium', 'High', 'High', 'Urgent']),
      status: isOpen
        ? random.pick(wasAnswered ? ['In Progress', 'In Progress', 'Waiting for Customer'] : ['Open'])
        : random.pick(['Resolved', 'Closed', 'Closed']),
      tags: random.chance(0.6) ? [...kind.tags] : [],
      entered_at: iso(entered),
      ...(!isOpen && { closed_at: iso(solved) }),
      comments,
    },
  };
}

/** Moves most of what falls on a night or a weekend into working hours. */
function workingTime(at: number, random: Random, now: Date): number {
  const day = new Date(at);
  if (random.chance(0.08)) return at;
  while ([0, 6].includes(day.getUTCDay())) day.setUTCDate(day.getUTCDate() - 1);
  day.setUTCHours(random.int(13, 21), random.int(0, 59), 0, 0);
  return Math.min(day.getTime(), now.getTime() - HOUR_MS);
}
