/** What takes the place of an erased person's name and address. */
export interface ErasedIdentity {
  readonly name: string;
  readonly email: string;
}

/** The last characters of an id: the first ones are its creation time, and much the same in ids of one day. */
const SHORT_ID = 8;

/**
 * The neutral name and address of an erased user or contact.
 * @param kind as it is part of the name
 * @param id UUID; makes the address unique
 */
export function erasedIdentity(kind: 'user' | 'contact', id: string): ErasedIdentity {
  return { name: `Erased ${kind} ${id.slice(-SHORT_ID)}`, email: `erased-${id}@erased.invalid` };
}
