import { z } from 'zod';

const text = z.string().max(255);
const count = z.int().min(0);
const amount = z.number().min(0);
const percent = z.number().min(0).max(100);
const texts = z.array(text).max(1000);
const entries = z.array(z.record(z.string(), z.unknown())).max(1000);

/** What remote monitoring keeps on workstations and servers. */
const monitored = {
  agent_version: text,
  antivirus_status: z.enum(['protected', 'at_risk', 'unknown']),
  antivirus_product: text,
  last_reboot_at: z.iso.datetime({ offset: true }),
  pending_patches: count,
  pending_os_patches: count,
  pending_software_patches: count,
  failed_patches: count,
  last_patch_scan_at: z.iso.datetime({ offset: true }),
  system_info: z.record(z.string(), z.unknown()),
  current_user: text,
  uptime_seconds: count,
  lan_ip: text,
  wan_ip: text,
  cpu_utilization_percent: percent,
  memory_usage_percent: percent,
  memory_used_gb: amount,
  disk_usage: entries,
};

/** Every member may be absent or null: agents report what they know. Further members are kept as they come. */
const partial = (shape: z.ZodRawShape) =>
  z.looseObject(Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, (schema as z.ZodType).nullish()])));

/** The members of `extension_data` by asset type; an asset of type `unknown` has none. */
export const assetExtensions = {
  workstation: partial({
    os_type: text,
    os_version: text,
    cpu_model: text,
    cpu_cores: z.int().min(1),
    ram_gb: amount,
    storage_type: text,
    storage_capacity_gb: amount,
    gpu_model: text,
    installed_software: z.array(z.unknown()).max(2000),
    last_login: z.iso.datetime({ offset: true }),
    ...monitored,
  }),
  network_device: partial({
    device_type: z.enum(['switch', 'router', 'firewall', 'access_point', 'load_balancer']),
    management_ip: text,
    port_count: count,
    firmware_version: text,
    supports_poe: z.boolean(),
    power_draw_watts: amount,
    vlan_config: z.record(z.string(), z.unknown()),
    port_config: z.record(z.string(), z.unknown()),
  }),
  server: partial({
    os_type: text,
    os_version: text,
    cpu_model: text,
    cpu_cores: z.int().min(1),
    ram_gb: amount,
    storage_config: z.array(z.unknown()).max(1000),
    raid_config: text,
    is_virtual: z.boolean(),
    hypervisor: text,
    network_interfaces: z.array(z.unknown()).max(1000),
    primary_ip: text,
    installed_services: z.array(z.unknown()).max(2000),
    ...monitored,
  }),
  mobile_device: partial({
    os_type: text,
    os_version: text,
    model: text,
    imei: text,
    phone_number: text,
    carrier: text,
    is_supervised: z.boolean(),
    last_check_in: z.iso.datetime({ offset: true }),
    installed_apps: z.array(z.unknown()).max(2000),
  }),
  printer: partial({
    model: text,
    ip_address: text,
    is_network_printer: z.boolean(),
    supports_color: z.boolean(),
    supports_duplex: z.boolean(),
    max_paper_size: text,
    supported_paper_types: texts,
    monthly_duty_cycle: count,
    supply_levels: z.record(z.string(), z.unknown()),
  }),
} as const;
