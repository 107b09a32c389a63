import { resolveBySystem, type EgressPolicy } from '@psa/egress-kit';
import { MailboxError } from './mailbox.ts';

/** Where a mail server that a tenant named may be connected to. */
export interface MailServer {
  /** @returns an address of the host that was vetted @throws MailboxError rejected when it is not public */
  addressOf(host: string): Promise<string>;
}

/** Connects to the public internet, and to what the operator allows beside it. */
export function vettedMailServer(policy: EgressPolicy): MailServer {
  return {
    async addressOf(host) {
      const name = host.toLowerCase().replace(/\.$/, '');
      const addresses = await resolveBySystem(name).catch((error: unknown) => {
        throw new MailboxError('unavailable', `The host ${name} could not be resolved`, { cause: error });
      });
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => policy.allowsAddress(address, name)))
        throw new MailboxError('rejected', `The host ${name} must be reachable from the public internet`);
      return first.address;
    },
  };
}
