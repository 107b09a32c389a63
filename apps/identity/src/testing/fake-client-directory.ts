import { assertOutsideTransaction } from '@psa/postgres-kit';
import type { ClientDirectory, ContactFacts } from '../ports/client-directory.ts';

/** The clients service where a test runs the identity service alone: it knows the contacts it is told. */
export class FakeClientDirectory implements ClientDirectory {
  readonly contacts = new Map<string, ContactFacts>();
  readonly managed = new Map<string, number>();

  async findContact(_cause: unknown, contactId: string): Promise<ContactFacts | null> {
    assertOutsideTransaction('A call of clients');
    return this.contacts.get(contactId) ?? null;
  }

  async countManagedBy(_cause: unknown, userId: string): Promise<number> {
    assertOutsideTransaction('A call of clients');
    return this.managed.get(userId) ?? 0;
  }
}
