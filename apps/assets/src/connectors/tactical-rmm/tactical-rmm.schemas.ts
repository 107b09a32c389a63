import { z } from 'zod';

/** Text as agents report it, in a form that can be stored: without NUL and halves of characters, cut to a length. */
function text(length: number) {
  return z
    .string()
    .transform((given) => given.replaceAll('\0', '').toWellFormed().trim().slice(0, length) || null)
    .nullable()
    .catch(null);
}

const number = z.number().min(0).nullable().catch(null);
const time = z.iso
  .datetime({ offset: true })
  .transform((given) => new Date(given).toISOString())
  .nullable()
  .catch(null);

/** Part of paths that the server is asked by. */
const AgentId = z.string().regex(/^[\w-]{1,200}$/);

/** An agent in the list: who it is, and how it is. Only its id and name are relied on. */
export const ListedAgent = z.object({
  agent_id: AgentId,
  hostname: z
    .string()
    .min(1)
    .transform((name) => name.replaceAll('\0', '').toWellFormed().slice(0, 255)),
  client_name: text(255).optional(),
  /** Name of the client where one agent is asked for. */
  client: text(255).optional(),
  monitoring_type: z.string().catch('workstation'),
  status: z.string().catch('unknown'),
  plat: text(50),
  operating_system: text(255),
  version: text(50),
  last_seen: time,
  boot_time: number,
  logged_username: text(255).optional(),
  logged_in_username: text(255).optional(),
  public_ip: text(100),
  local_ips: text(2000),
  cpu_model: z.union([z.array(z.string()), z.string().transform((model) => [model])]).catch([]),
  serial_number: text(255).optional(),
});
export type ListedAgent = z.infer<typeof ListedAgent>;

const Disk = z.object({ device: text(100), total: text(50), free: text(50), percent: number });

/** One agent by itself: the same and its hardware. */
export const DetailedAgent = ListedAgent.extend({
  total_ram: number,
  disks: z.union([z.array(Disk), z.record(z.string(), Disk).transform((disks) => Object.values(disks))]).catch([]),
});
export type DetailedAgent = z.infer<typeof DetailedAgent>;

/** Rows of which some may be beyond understanding: those are left out. */
function rows<T extends z.ZodType>(row: T) {
  return z.array(z.unknown()).transform((list) =>
    list.flatMap((entry) => {
      const parsed = row.safeParse(entry);
      return parsed.success ? [parsed.data as z.output<T>] : [];
    }),
  );
}

export const AgentList = rows(ListedAgent);

export const ClientList = rows(z.object({ id: z.int(), name: z.string().min(1) }));

/** An agent whose software was never collected has an empty list instead of the object. */
export const SoftwareAnswer = z.union([
  z.object({
    software: rows(z.object({ name: z.string(), version: text(100), publisher: text(255), install_date: text(50), size: text(50) })),
  }),
  z.array(z.unknown()).transform(() => ({ software: [] })),
]);
export type ReportedSoftware = z.infer<typeof SoftwareAnswer>['software'][number];

export const UpdateList = rows(z.object({ installed: z.boolean().catch(false), action: text(50), result: text(50) }));
export type ReportedUpdate = z.infer<typeof UpdateList>[number];

/** What a saved script is run with unless told otherwise. */
export const SavedScript = z.object({
  id: z.int(),
  name: z.string(),
  default_timeout: z.int().min(1).max(86_400).catch(90),
  args: z.array(z.string()).catch([]),
  env_vars: z.array(z.string()).catch([]),
  run_as_user: z.boolean().catch(false),
});

export const RemoteSessions = z.object({ control: z.url({ protocol: /^https?$/ }), terminal: z.url({ protocol: /^https?$/ }) });

export const AlertList = rows(
  z.object({
    id: z.int(),
    agent_id: text(200).optional(),
    severity: z.string().catch('info'),
    message: text(2000),
    alert_time: time,
    resolved: z.boolean().catch(false),
  }),
);
export type ReportedAlert = z.infer<typeof AlertList>[number];

/** The body that a webhook of a Tactical RMM alert template is set up to send. */
export const WebhookBody = z.object({
  agent_id: AgentId,
  alert_id: z.union([z.string(), z.number()]).transform(String),
  event: z.enum(['trigger', 'resolve']).catch('trigger'),
  severity: z.string().catch('info'),
  message: text(2000),
  alert_time: time,
});
