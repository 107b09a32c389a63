import type { DemoClient } from './demo-clients.ts';
import { createRandom } from './random.ts';

/** A task as the API takes it, and whether it is done. */
export interface DemoTask {
  body: Record<string, unknown>;
  isDone: boolean;
  checklist: string[];
}

/** A project of a client with its phases and tasks. */
export interface DemoProject {
  clientCode: string;
  body: Record<string, unknown>;
  phases: { body: Record<string, unknown>; tasks: DemoTask[] }[];
}

interface Plan {
  name: string;
  tags: string[];
  weeks: number;
  phases: Record<string, readonly (readonly [task: string, hours: number])[]>;
}

const PLANS: readonly Plan[] = [
  {
    name: 'Microsoft 365 migration',
    tags: ['cloud', 'm365'],
    weeks: 8,
    phases: {
      Discovery: [
        ['List mailboxes and shared folders', 4],
        ['Check licences', 2],
      ],
      Pilot: [
        ['Move the pilot group', 6],
        ['Collect feedback', 3],
      ],
      Rollout: [
        ['Move all mailboxes', 16],
        ['Switch the mail records', 2],
        ['Train the staff', 6],
      ],
    },
  },
  {
    name: 'Network refresh',
    tags: ['network', 'hardware'],
    weeks: 6,
    phases: {
      Design: [
        ['Survey the site', 5],
        ['Draw the network plan', 6],
      ],
      Installation: [
        ['Replace the switches', 10],
        ['Install the access points', 8],
        ['Move to the new firewall', 6],
      ],
      Handover: [['Document the network', 4]],
    },
  },
  {
    name: 'Backup and recovery plan',
    tags: ['backup', 'compliance'],
    weeks: 5,
    phases: {
      Assessment: [
        ['Rank the systems by recovery time', 4],
        ['Review the current backups', 3],
      ],
      'Set-up': [
        ['Configure off-site copies', 8],
        ['Set up alerts', 2],
      ],
      Test: [['Restore a server and write down the time', 6]],
    },
  },
  {
    name: 'Office move',
    tags: ['relocation', 'network'],
    weeks: 7,
    phases: {
      Planning: [
        ['Order the internet line', 3],
        ['Plan the server room', 5],
      ],
      Move: [
        ['Pack and label the equipment', 8],
        ['Set up the workstations', 14],
        ['Test telephones and printers', 4],
      ],
    },
  },
  {
    name: 'Security baseline',
    tags: ['security', 'compliance'],
    weeks: 4,
    phases: {
      Audit: [
        ['Review the accounts', 4],
        ['Scan for vulnerabilities', 5],
      ],
      Remediation: [
        ['Turn on multi-factor sign-in', 6],
        ['Close open ports', 4],
        ['Roll out endpoint protection', 8],
      ],
    },
  },
];

const PROJECTS = 20;
const DAY_MS = 86_400_000;
const MAX_AGE_DAYS = 330;

/** The projects of the demo tenant: finished ones, running ones and such that are still to begin. */
export function demoProjects(clients: readonly DemoClient[], now: Date): DemoProject[] {
  const customers = clients.filter(({ hasLeft }) => !hasLeft);
  return Array.from({ length: PROJECTS }, (_, index) => {
    const client = customers[index % customers.length] as DemoClient;
    const plan = PLANS[index % PLANS.length] as Plan;
    const random = createRandom(`project/${index}`);
    // Evenly over the past months, the last ones still ahead.
    const start = new Date(now.getTime() - (MAX_AGE_DAYS - index * 18) * DAY_MS);
    const end = new Date(start.getTime() + plan.weeks * 7 * DAY_MS);
    const progress = Math.min(1, Math.max(0, (now.getTime() - start.getTime()) / (end.getTime() - start.getTime())));
    const tasks = Object.values(plan.phases).flat().length;
    let left = Math.round(progress * tasks);
    const estimated = Object.values(plan.phases)
      .flat()
      .reduce((sum, [, hours]) => sum + hours, 0);
    return {
      clientCode: client.code,
      body: {
        project_name: `${plan.name} for ${String(client.body['client_name'])}`,
        description: `${plan.name} in ${Object.keys(plan.phases).length} phases over ${plan.weeks} weeks.`,
        start_date: start.toISOString(),
        end_date: end.toISOString(),
        status: statusOf(progress, random.chance(0.15)),
        budgeted_hours: Math.round(estimated * 1.2),
        shared_with_client: random.chance(0.5),
        tags: plan.tags,
      },
      phases: Object.entries(plan.phases).map(([phase_name, wanted], phase, all) => {
        const phaseStart = new Date(start.getTime() + ((end.getTime() - start.getTime()) * phase) / all.length);
        const phaseEnd = new Date(start.getTime() + ((end.getTime() - start.getTime()) * (phase + 1)) / all.length);
        return {
          body: {
            phase_name,
            start_date: phaseStart.toISOString(),
            end_date: phaseEnd.toISOString(),
            status: phaseEnd < now ? 'completed' : 'planning',
          },
          tasks: wanted.map(([task_name, estimated_hours]) => ({
            body: {
              task_name,
              estimated_hours,
              due_date: phaseEnd.toISOString(),
              tags: random.chance(0.3) ? [random.pick(plan.tags)] : [],
            },
            isDone: left-- > 0,
            checklist: random.chance(0.25) ? ['Agreed with the client', 'Done', 'Documented'] : [],
          })),
        };
      }),
    };
  });
}

function statusOf(progress: number, isOdd: boolean): string {
  if (progress === 0) return 'planning';
  if (progress === 1) return isOdd ? 'cancelled' : 'completed';
  return isOdd ? 'on_hold' : 'in_progress';
}
