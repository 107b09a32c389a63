import { Id, Links, listQuery, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

export const AgentStatus = z.enum(['online', 'offline', 'overdue', 'unknown']).meta({ id: 'AgentStatus' });
export type AgentStatus = z.infer<typeof AgentStatus>;

export const DeviceStorage = z
  .object({
    name: z.string().describe('Drive or mount point'),
    total_gb: z.number().nullable().describe('Size'),
    free_gb: z.number().nullable().describe('Free space'),
    utilization_percent: z.number().nullable().describe('Share that is used'),
  })
  .meta({ id: 'DeviceStorage' });
export type DeviceStorage = z.infer<typeof DeviceStorage>;

/** What remote monitoring last said of a device; a figure of 0 is a figure, null is not known. */
export const RmmData = z
  .object({
    provider: z.string().describe('Id of the provider'),
    agent_status: AgentStatus.describe('Whether the agent is in touch; overdue when it has been silent for long'),
    last_check_in: Timestamp.nullable().describe('When the agent was last in touch'),
    last_rmm_sync_at: Timestamp.describe('When these figures were fetched'),
    current_user: z.string().nullable().describe('Who is signed in'),
    uptime_seconds: z.int().nullable().describe('Seconds from the last start to the last check-in'),
    lan_ip: z.string().nullable().describe('Address in its own network'),
    wan_ip: z.string().nullable().describe('Address it is seen by from outside'),
    cpu_utilization_percent: z.number().nullable().describe('Share of the processor that is used'),
    memory_utilization_percent: z.number().nullable().describe('Share of the memory that is used'),
    memory_used_gb: z.number().nullable().describe('Memory that is used'),
    memory_total_gb: z.number().nullable().describe('Memory it has'),
    storage: z.array(DeviceStorage).describe('Its drives'),
  })
  .meta({ id: 'RmmData' });
export type RmmData = z.infer<typeof RmmData>;

export const RmmDataAnswer = z
  .object({
    data: RmmData.nullable().describe('null in the community edition, and where no provider manages the asset'),
    message: z.string().optional().describe('Why data is null'),
    _links: Links,
  })
  .meta({ id: 'RmmDataAnswer' });

export const RmmActionAnswer = z
  .object({
    success: z.boolean().describe('Whether the provider has taken it on'),
    message: z.string().describe('What the provider said'),
    jobId: z.string().optional().describe('When the action was queued: how to find it again'),
  })
  .meta({ id: 'RmmActionAnswer' });
export type RmmActionAnswer = z.infer<typeof RmmActionAnswer>;

export const RunRmmScript = z
  .object({
    scriptId: z.string().trim().min(1).max(100).describe("The provider's id of the script"),
  })
  .meta({ id: 'RunRmmScript' });

export const RemoteControlType = z.enum(['splashtop', 'teamviewer', 'vnc', 'rdp', 'shell']).meta({ id: 'RemoteControlType' });
export type RemoteControlType = z.infer<typeof RemoteControlType>;

export const RemoteControlQuery = z.object({ type: RemoteControlType.default('splashtop').describe('How to take control') });

export const RemoteControlAnswer = z
  .object({
    data: z
      .object({ url: z.string().describe('Open it soon: it holds a right of access'), type: RemoteControlType })
      .nullable()
      .describe('null in the community edition, and where the provider does not offer this type'),
  })
  .meta({ id: 'RemoteControlAnswer' });

/** A row of the trail of what was done to a device. */
export const RmmAction = z
  .object({
    action_id: Id.describe('Identifies the action'),
    asset_id: Id.describe('The asset'),
    provider: z.string().describe('Provider that was asked'),
    kind: z.enum(['reboot', 'script', 'remote_control']).describe('What was asked for'),
    detail: z.string().nullable().describe('The script, or the type of remote control'),
    outcome: z
      .enum(['requested', 'accepted', 'refused', 'failed'])
      .describe('What the provider made of it; requested while it has not said'),
    message: z.string().nullable().describe('What the provider said'),
    requested_by: z.string().describe('User who asked'),
    requested_at: Timestamp.describe('When it was asked for'),
  })
  .meta({ id: 'RmmAction' });
export type RmmAction = z.infer<typeof RmmAction>;

export const RmmActionQuery = listQuery({ sort: ['requested_at'], defaultSort: 'requested_at', filters: {} }).omit({
  updated_from: true,
  updated_to: true,
});
export type RmmActionQuery = z.infer<typeof RmmActionQuery>;
