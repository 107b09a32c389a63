import type { TenantId } from '@psa/contract-kit';
import type { ServiceHealth, UsageStats } from '@psa/contracts-gateway';
import { handlersFor } from '@psa/http-kit';

/** What the gateway's own routes reach of the running gateway. */
export interface GatewayPorts {
  /** The state of every service behind the gateway, by name, asked for now. */
  health(): Promise<Readonly<Record<string, ServiceHealth>>>;
  /**
   * What this process has served of late.
   * @param periodMs how far back to look
   * @param tenant whose requests are counted: no tenant learns of another's traffic
   */
  usage(periodMs: number, tenant: TenantId): UsageStats;
}

export interface GatewayApp {
  tables: Record<never, never>;
  ports: GatewayPorts;
}

export const handlers = handlersFor<GatewayApp>();
