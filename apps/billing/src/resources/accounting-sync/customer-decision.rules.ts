interface Side {
  readonly name: string;
  readonly isActive: boolean;
  /** Whether it was changed since both sides were equal. */
  readonly isChanged: boolean;
}

export type CustomerDecision = 'unchanged' | 'push' | 'pull' | 'conflict';

/**
 * What is done with a client and its customer.
 * @param mayPull whether names are taken over from the customer
 * @param isForced whether the client is written whatever has changed
 */
export function decideCustomer({
  client,
  customer,
  mayPull,
  isForced,
}: {
  readonly client: Side;
  readonly customer: Side;
  readonly mayPull: boolean;
  readonly isForced: boolean;
}): CustomerDecision {
  const isNamedAlike = client.name === customer.name;
  if (isNamedAlike && client.isActive === customer.isActive) return 'unchanged';
  if (isNamedAlike || isForced || !customer.isChanged) return 'push';
  if (client.isChanged) return 'conflict';
  return mayPull ? 'pull' : 'conflict';
}
