import type { FleetSoftware, InstalledSoftware, SoftwareType } from '@psa/contracts-assets';
import type { FleetSoftwareRow } from './software.list.ts';
import type { SoftwareRecord } from './software.records.ts';

/** Software in the list of its asset. */
export function toInstalledSoftware(row: SoftwareRecord): InstalledSoftware {
  const {
    software_id,
    name,
    publisher,
    category,
    software_type,
    version,
    install_date,
    size_bytes,
    first_seen_at,
    uninstalled_at,
    is_managed,
    is_security_relevant,
  } = row;
  return {
    software_id,
    name,
    publisher,
    category,
    software_type: software_type as SoftwareType,
    version,
    install_date,
    size_bytes,
    first_seen_at,
    uninstalled_at,
    is_current: uninstalled_at === null,
    is_managed,
    is_security_relevant,
  };
}

/** Software with the asset it is on. */
export function toFleetSoftware(row: FleetSoftwareRow): FleetSoftware {
  const { asset_id, asset_name, asset_tag, client_id, client_name } = row;
  return { ...toInstalledSoftware(row), asset_id, asset_name, asset_tag, client_id, client_name };
}
