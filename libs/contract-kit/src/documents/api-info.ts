/** What a document says about the API as a whole. */
export interface ApiInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly contact: { readonly name: string };
  readonly license: { readonly name: string };
  /** What each category is about, by its name. */
  readonly tagDescriptions: Readonly<Record<string, string>>;
}

const description = `
A multi-tenant platform for professional-services automation.

**Credentials.** Send an API key in \`x-api-key\`, or the token of a session as \`Authorization: Bearer\` or in its
cookie. The credential decides the tenant; ids of another
tenant are unknown ids. Permissions are pairs of resource and action, held by roles; each operation names those it needs.

**Answers.** Most operations answer \`{data, meta?}\`, lists with \`pagination\` beside it. Asset operations wrap that once more:
\`{success, data: {data, pagination?, _links?}, meta}\`. Timestamps are ISO 8601 in UTC.

**Errors.** The status is always true: no error is sent as 200. Every error carries a \`code\` whose meaning never changes and the id of the request.
A path that is not listed here is a 404, a method that is not listed a 405 with \`Allow\`, a head that is too large a 431.

**Unknown fields** of bodies and queries are ignored, so that a resource that was read can be written back. With \`Prefer: handling=strict\` they are a 400
that names them. Members may be added to answers at any time.

**Lists** are read by \`page\` and \`limit\`, or by \`cursor\`, which is stable while rows are added. \`Link: rel="next"\` holds the address of the next page.

**Repeating.** A POST with an \`Idempotency-Key\` takes effect once, however often it is sent.

**Concurrent changes.** Resources with an \`ETag\` take \`If-Match\`: 412 when somebody else was faster. \`If-None-Match\` on a read gives 304.

**Limits.** Each key has a quota, told in \`RateLimit\` and \`X-RateLimit-*\`; a 429 says in \`Retry-After\` when to come back.

**Events.** What happens is told as events: see the AsyncAPI document at \`/api/v1/meta/asyncapi\`.
`.trim();

/** The API of the product. */
export const apiInfo: ApiInfo = {
  title: 'PSA API',
  version: '0.1.0',
  description,
  contact: { name: 'PSA' },
  license: { name: 'Proprietary' },
  tagDescriptions: {
    Discounts: 'What generated invoices of a client take off, for as long as it was agreed.',
    'Recurring tickets': 'Templates that tickets are made from by the calendar.',
    'Ticket templates': 'Tickets that are opened again and again, with their checklists.',
    Services: 'What is sold: services and products with their prices.',
    'Tax rates': 'What is taxed how high, where and since when.',
    'Service types': 'Kinds of services.',
    'Time periods': 'Stretches of days, such as weeks, that time sheets are kept for.',
    'Time entries': 'What was worked, when, on what and for whom.',
    'Time entry templates': 'Entries that somebody logs again and again.',
    'Time settings': 'How time is rounded and approved, and how long people are to work.',
    'Time sheets': 'The time of a person in a period, on its way to approval.',
    'Time tracking': 'Timers that become time entries when they are stopped.',
    Schedules: 'Who is to be where and when, with recurrence, holidays and calendar feeds.',
    Invoices: 'What clients are billed, from the draft to the payment.',
    Financial: 'What is owed and how late, the journal, credits, how clients pay, taxes and payment terms.',
    Usage: 'What clients used, to be billed by quantity.',
    'Hour blocks': 'Hours that clients bought in advance.',
    'Card payments': 'Links by which clients pay, and what a payment provider tells of them.',
    Accounting: 'The connection to an accounting system.',
    'Billing runs': 'Cycles of clients, and the runs that bill them by themselves.',
    'Billing settings': 'How the tenant bills: its currency, approval and what becomes of credit.',
    'Client contract lines': 'What is billed to which client, from when to when and at what price.',
    Contracts: 'Agreements with clients and the contract lines they consist of.',
    'Contract lines': 'What can be billed again and again: fees, hours and usage with their rates.',
    'API keys': 'Keys that programs call the API with.',
    'Asset documents': 'Documents associated with assets.',
    'Asset maintenance': 'Maintenance schedules of assets, and what was done.',
    'Asset notes': 'The notes of an asset, as rich text.',
    'Asset relationships': 'How assets belong together.',
    'Asset remote monitoring': 'What monitoring agents know of assets, and what they can do.',
    'Asset software': 'Software found on assets.',
    'Asset summary': 'Health, security and warranty of an asset at a glance.',
    'Assets of tickets': 'The assets a ticket concerns.',
    Assets: 'Devices and other things that clients own.',
    Audit: 'What was changed, by whom and from where.',
    Automation: 'Enumerations and figures of automation.',
    'Automation executions': 'What rules did.',
    'Automation hooks': 'Public addresses that start rules.',
    'Automation rules': 'What happens by itself: triggers, conditions and actions.',
    'Automation templates': 'Rules with gaps, to make rules of.',
    Authentication: 'Signing in and out, sessions and providers.',
    Categories: 'What tickets and services are sorted by.',
    Chat: 'The assistant: its answers as they are written, and its settings.',
    'Client locations': 'The places where clients are.',
    Clients: 'The companies that are served.',
    'Connected accounts': 'Accounts at other providers that users sign in with.',
    Contacts: 'The people at clients.',
    Documents: 'Files and their versions.',
    'Email connection': 'Connecting mailboxes by OAuth, and their push notifications.',
    'Email providers': 'The mailboxes mail is fetched from.',
    'Email push notifications': 'Where Google and Microsoft tell of new mail.',
    'Email templates': 'The texts of outbound mail, by language.',
    'Inbound email': 'Mail that came in, and what became of it.',
    'Outbound email': 'Mail that went out, how it leaves, and addresses it is not sent to.',
    Events: 'What has happened, to be read or watched.',
    Licences: 'Licensed users, for the billing system.',
    Metadata: 'What the API says about itself.',
    MCP: 'The API as tools for language models, by the Model Context Protocol.',
    Operations: 'Probes of the platform, and the keys services verify tokens by.',
    Passkeys: 'Keys of devices that users sign in with instead of a password.',
    Permissions: 'Pairs of resource and action, and who holds them.',
    'Project phases': 'The parts of projects, one after the other.',
    'Project tasks': 'The work in projects, with status columns, checklists and dependencies.',
    'Reference data': 'Shipped statuses, priorities, channels and categories, to be imported.',
    'Ticket settings': 'Channels, statuses and priorities of tickets.',
    Tickets: 'What clients ask for, with comments, watchers and history.',
    Projects: 'Work for clients that has an end, with its teams and tickets.',
    'Remote-monitoring integrations': 'Connections to providers of remote monitoring, and their synchronisation.',
    Roles: 'Sets of permissions that users are given.',
    Software: 'The software catalogue, across all assets.',
    Tags: 'Words that clients, contacts, tickets, projects, tasks and assets are found by.',
    Teams: 'Teams of users with their managers.',
    Telemetry: 'Whether usage statistics are sent.',
    'Tickets of assets': 'The tickets that concern an asset.',
    'Two-factor authentication': 'Codes that are asked for beside the password.',
    Users: 'The people who may sign in.',
    'Webhook templates': 'What webhooks of a kind have in common.',
    Webhooks: 'Addresses that events are sent to, and what was sent.',
    'Workflow executions': 'Processes under way, with their histories and the events sent to them.',
    'Workflow tasks': 'What workflows ask of people.',
    'Workflow templates': 'Workflows to begin with, those of the product too.',
    'Workflow timers': 'Timers and snapshots of executions.',
    'Workflow triggers': 'What starts workflows: people, the clock, events and calls.',
    Workflows: 'Definitions of processes, by version.',
  },
};
