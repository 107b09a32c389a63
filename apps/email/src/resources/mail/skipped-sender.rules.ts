/** Whether a sender is one of the addresses, or belongs to one of the domains or to one below it. All are in lower case. */
export function isSkippedSender(address: string, skipped: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return skipped.some((one) => one === address || one === domain || (!one.includes('@') && domain.endsWith(`.${one}`)));
}
