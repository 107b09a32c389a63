import { randomUUID } from 'node:crypto';
import type { PermissionName } from '@psa/contract-kit';
import { everyPermission, type TestApi, TestService, type TestServiceOptions } from '@psa/test-kit';
import { defaultRoleId } from '../resources/access/grant/access-catalogue.ts';
import { identityService } from '../identity-service.ts';
import { anAdmin } from './access.ts';
import { WEBHOOK_SECRET } from './account.fixtures.ts';
import { FakeClientDirectory } from './fake-client-directory.ts';
import { aTenant, aUser, type MadeTenant, type UserGiven } from './make.ts';
import { newUser } from './user.fixtures.ts';

/** A tenant with an administrator, and what tests of users do with it. */
export class UserWorld {
  readonly service: TestService;
  readonly clients: FakeClientDirectory;
  readonly made: MadeTenant;
  readonly admin: TestApi;

  private constructor(service: TestService, clients: FakeClientDirectory, made: MadeTenant, admin: TestApi) {
    this.service = service;
    this.clients = clients;
    this.made = made;
    this.admin = admin;
  }

  static async start(options: TestServiceOptions = {}): Promise<UserWorld> {
    const clients = new FakeClientDirectory();
    const service = await TestService.start(identityService, {
      ...options,
      ports: { clients, webhookSecret: WEBHOOK_SECRET, ...options.ports },
    });
    return UserWorld.of(service, clients);
  }

  /** Another tenant of the same service. */
  static async of(service: TestService, clients: FakeClientDirectory): Promise<UserWorld> {
    const made = await aTenant(service);
    return new UserWorld(service, clients, made, (await anAdmin(service, made.tenant)).api);
  }

  get tenant(): string {
    return this.made.tenant;
  }

  /** Creates a user as the administrator does. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async create(given: Record<string, unknown> = {}): Promise<Record<string, any>> {
    const { status, text, body } = await this.admin.post('/api/v1/users', newUser(given));
    if (status !== 201) throw new Error(text);
    return body.data;
  }

  /** Somebody with a role and these permissions, as the gateway tells of them. */
  async somebody(role_name: string, permissions: readonly PermissionName[] = everyPermission, given: UserGiven = {}): Promise<TestApi> {
    return this.service.api(await aUser(this.service, this.tenant, { role: { portal: 'msp', role_name }, permissions, ...given }));
  }

  /** Id of a default role. */
  role(role_name: string, portal: 'msp' | 'client' = 'msp'): string {
    return defaultRoleId(this.tenant, { portal, role_name });
  }

  /** A contact the clients service knows. */
  contact(clientId: string | null = randomUUID(), is_inactive = false): { contact_id: string; client_id: string | null } {
    const contact = { contact_id: randomUUID(), client_id: clientId, is_inactive, version: 1 };
    this.clients.contacts.set(contact.contact_id, contact);
    return contact;
  }

  async audited(subjectId: string): Promise<string[]> {
    const rows = await this.service.sql<{ event_type: string }>(
      'select event_type from audit_events where subject_user_id = $1 order by created_at, audit_id',
      [subjectId],
    );
    return rows.map(({ event_type }) => event_type);
  }

  async events(subject: string): Promise<{ type: string; aggregateversion: number }[]> {
    return (await this.service.events(this.tenant)).filter((event) => event.subject === subject);
  }
}
