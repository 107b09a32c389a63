import { twoFactorRoutes } from '@psa/contracts-identity';
import { type Html, html } from '../sign-in/pages/html.ts';
import { accountForm } from './account-form.view.ts';
import type { AccountVisit } from './account-visit.ts';
import { type Item, itemList, moment } from './items.view.ts';
import type { AccountSection, Done, SectionState } from './section-state.ts';

export const trustedDevicesSection: AccountSection = { id: 'trusted-devices', title: 'Trusted devices', show };

async function show(visit: AccountVisit, state: SectionState): Promise<Html | undefined> {
  const [{ data }, { hasCode }] = await Promise.all([
    visit.call(twoFactorRoutes.listTrustedDevices, { params: { id: visit.userId } }),
    visit.proofs(),
  ]);
  // Without a second factor there is nothing to trust a device with.
  if (!hasCode && data.length === 0 && state.notice?.section !== trustedDevicesSection.id) return undefined;
  if (data.length === 0) return html`<p>You are asked for a code on every device.</p>`;
  const items = data.map((device): Item => {
    const { device_id, device_name, last_used_at } = device;
    return {
      name: device_name,
      facts: [
        html`${device.ip_address ?? 'unknown address'}`,
        html`trusted until ${moment(device.expires_at)}`,
        last_used_at === null ? html`not used since` : html`last used ${moment(last_used_at)}`,
      ],
      forms: [
        accountForm(state, {
          id: `forget-${device_id}`,
          action: `trusted-devices/${device_id}/forget`,
          button: 'Forget device',
          about: device_name,
          isSecondary: true,
        }),
      ],
    };
  });
  return html`<p>You are not asked for a code on these devices.</p>
${itemList(items)}
${
  data.length < 2
    ? undefined
    : accountForm(state, { id: 'forget-devices', action: 'trusted-devices/forget', button: 'Forget all devices', isSecondary: true })
}`;
}

export async function forgetDevice(visit: AccountVisit, deviceId: string): Promise<Done> {
  await visit.call(twoFactorRoutes.forgetTrustedDevice, { params: { id: visit.userId, deviceId } });
  return { message: 'The device was forgotten.' };
}

export async function forgetDevices(visit: AccountVisit): Promise<Done> {
  await visit.call(twoFactorRoutes.forgetTrustedDevices, { params: { id: visit.userId } });
  return { message: 'All trusted devices were forgotten.' };
}
