import type { AgentStatus, AssetType, DeviceStorage, RemoteControlType } from '@psa/contracts-assets';

export type RmmCapability = 'connection' | 'scopeSync' | 'deviceSync' | 'events' | 'remoteActions';

export interface ConnectorDescription {
  /** Id of the provider, as it stands in paths. */
  readonly id: string;
  readonly name: string;
  readonly capabilities: readonly RmmCapability[];
  /** Names of what `open` needs. */
  readonly configSchema: readonly (keyof ConnectorConfig)[];
}

export interface ConnectorConfig {
  readonly instanceUrl: string;
  readonly apiKey: string;
  /** What the provider's webhooks prove themselves with. */
  readonly webhookSecret?: string;
}

/** A provider's client: whom its devices belong to. */
export interface DeviceScope {
  readonly externalScopeId: string;
  readonly name: string;
}

/** What a provider knows of a device, in the words of the product; null is not known. */
export interface DeviceFacts {
  readonly os_type: string | null;
  readonly os_version: string | null;
  readonly agent_version: string | null;
  readonly current_user: string | null;
  readonly last_reboot_at: string | null;
  readonly lan_ip: string | null;
  readonly wan_ip: string | null;
  readonly cpu_model: string | null;
  readonly cpu_utilization_percent: number | null;
  readonly memory_total_gb: number | null;
  readonly memory_used_gb: number | null;
  readonly memory_utilization_percent: number | null;
  readonly storage: readonly DeviceStorage[];
  readonly antivirus_status: 'protected' | 'at_risk' | 'unknown' | null;
  readonly antivirus_product: string | null;
  readonly pending_patches: number | null;
  readonly failed_patches: number | null;
  readonly last_patch_scan_at: string | null;
}

/** One program as an inventory names it. */
export interface InventoryItem {
  readonly name: string;
  readonly publisher?: string | null | undefined;
  readonly version?: string | null | undefined;
  readonly category?: string | null | undefined;
  readonly software_type?: 'application' | 'driver' | 'update' | 'system' | undefined;
  readonly install_date?: string | null | undefined;
  readonly size_bytes?: number | null | undefined;
  readonly is_managed?: boolean | undefined;
  readonly is_security_relevant?: boolean | undefined;
}

export interface Device {
  readonly externalDeviceId: string;
  readonly externalScopeId: string | null;
  /** Name of the scope, by which a client is found that nobody has mapped. */
  readonly scopeName: string | null;
  readonly lifecycle: 'active' | 'offline' | 'deleted' | 'tombstoned';
  readonly assetType: AssetType;
  readonly displayName: string;
  readonly serialNumber: string | null;
  readonly agentStatus: AgentStatus;
  readonly lastSeenAt: string | null;
  readonly extension: DeviceFacts;
  /** null when it was not asked for. */
  readonly software: readonly InventoryItem[] | null;
}

export interface DeviceAlert {
  readonly externalAlertId: string;
  readonly externalDeviceId: string | null;
  readonly severity: 'critical' | 'major' | 'moderate' | 'minor' | 'none';
  readonly message: string;
  readonly raisedAt: string;
  readonly isResolved: boolean;
}

export type DeviceAction =
  { readonly kind: 'reboot' } | { readonly kind: 'refresh' } | { readonly kind: 'script'; readonly scriptId: string };

/** What became of an action: `jobId` where the provider gives one to ask by. */
export interface ActionReceipt {
  readonly jobId: string | null;
  readonly message: string;
}

/** What a webhook of the provider tells. */
export interface DeviceEvent {
  readonly kind: 'alert_raised' | 'alert_resolved' | 'device_changed';
  readonly externalDeviceId: string;
  readonly alert: DeviceAlert | null;
}

export interface Batch<T> {
  readonly items: readonly T[];
  /** Where to go on; null at the end. */
  readonly nextCursor: string | null;
}

/**
 * One remote-monitoring provider, connected with one tenant's credentials.
 * Every method but `describe`, `verifyWebhook` and `normalizeEvent` throws {@link ConnectorError}.
 */
export interface RmmConnector {
  describe(): ConnectorDescription;
  /** Proves that the address answers and takes the key. */
  testConnection(): Promise<void>;
  listScopes(cursor: string | null): Promise<Batch<DeviceScope>>;
  /** @param scope only its devices; all when null. @param since only what changed; all when null */
  listDevices(scope: string | null, since: string | null, cursor: string | null): Promise<Batch<Device>>;
  /** One device with its hardware and software. @returns null when the provider no longer has it */
  getDevice(externalDeviceId: string): Promise<Device | null>;
  listAlerts(since: string): Promise<readonly DeviceAlert[]>;
  resetAlert(externalAlertId: string): Promise<void>;
  runAction(externalDeviceId: string, action: DeviceAction): Promise<ActionReceipt>;
  /** @returns null when the provider keeps no such job */
  getJob(jobId: string): Promise<{ readonly state: 'queued' | 'running' | 'done' | 'failed' } | null>;
  /** @returns null when the provider does not offer this type */
  remoteControlUrl(
    externalDeviceId: string,
    type: RemoteControlType,
  ): Promise<{ readonly url: string; readonly expiresAt: string | null } | null>;
  /** Whether a webhook comes from the provider. */
  verifyWebhook(headers: Readonly<Record<string, string | undefined>>, rawBody: Uint8Array): boolean;
  /** @returns null for events that say nothing to us */
  normalizeEvent(body: unknown): DeviceEvent | null;
}

export type ConnectorFault =
  /** No answer, or none that makes sense. */
  | 'unreachable'
  /** The address is one the product must not call. */
  | 'forbidden_address'
  /** The credentials are not accepted. */
  | 'unauthorized'
  /** Understood and not done, such as a reboot of a device that is off. */
  | 'refused'
  | 'not_found';

/** Why a provider could not be used. The message is for people and holds nothing secret. */
export class ConnectorError extends Error {
  readonly fault: ConnectorFault;

  constructor(fault: ConnectorFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConnectorError';
    this.fault = fault;
  }
}

/** The providers this edition of the product can connect to. */
export interface RmmConnectors {
  /** Whether there can be any. */
  readonly edition: 'community' | 'enterprise';
  readonly offered: readonly ConnectorDescription[];
  /** @throws ConnectorError when the product must not call there */
  assertAddress(instanceUrl: string): void;
  /** @returns undefined for a provider that is not offered */
  open(provider: string, config: ConnectorConfig): RmmConnector | undefined;
}
