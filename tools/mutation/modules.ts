/** A part of the product whose rules must be right, and the tests that must notice when they are not. */
export interface MutationModule {
  readonly name: string;
  /** Files whose code is changed, as globs from the root of the repository; tests among them are left alone. */
  readonly mutate: readonly string[];
  /** Test files that run, as globs; they need neither a database nor a broker. */
  readonly tests: readonly string[];
}

/** Everything `npm run mutate` can check. */
export const mutationModules: readonly MutationModule[] = [
  { name: 'money', mutate: ['libs/money/src/*.ts'], tests: ['libs/money/src/*.test.ts'] },
  {
    name: 'calendar',
    mutate: ['libs/calendar/src/*.ts', '!libs/calendar/src/recurrence-rule.ts'],
    tests: ['libs/calendar/src/*.test.ts'],
  },
  {
    name: 'recurrence',
    mutate: [
      'libs/calendar/src/recurrence-rule.ts',
      'apps/time/src/resources/schedule/recurrence.rules.ts',
      'apps/desk/src/resources/recurring-ticket/recurring-ticket.rules.ts',
      'apps/billing/src/resources/recurring-invoice/generation-date.rules.ts',
    ],
    tests: [
      'libs/calendar/src/recurrence-rule.test.ts',
      'apps/time/src/resources/schedule/*.rules.test.ts',
      'apps/desk/src/resources/recurring-ticket/*.rules.test.ts',
      'apps/billing/src/resources/recurring-invoice/*.rules.test.ts',
    ],
  },
  { name: 'conditions', mutate: ['libs/conditions/src/*.ts'], tests: ['libs/conditions/src/*.test.ts'] },
  {
    name: 'tax',
    mutate: [
      'apps/billing/src/resources/invoice/invoice-totals.rules.ts',
      'apps/billing/src/resources/invoice-lifecycle/credited-lines.rules.ts',
    ],
    tests: ['apps/billing/src/resources/invoice/*.rules.test.ts', 'apps/billing/src/resources/invoice-lifecycle/*.rules.test.ts'],
  },
  {
    name: 'permissions',
    mutate: [
      'libs/contract-kit/src/permissions/catalogue.ts',
      'libs/contract-kit/src/permissions/default-roles.ts',
      'libs/http-kit/src/principal.ts',
      'apps/identity/src/resources/access/*/*.rules.ts',
      'apps/identity/src/resources/directory/team/team-permission/team-permission.rules.ts',
      'apps/identity/src/resources/authentication/api-key/api-key.rules.ts',
    ],
    tests: [
      'libs/contract-kit/src/permissions/*.test.ts',
      'libs/http-kit/src/principal.test.ts',
      'apps/identity/src/resources/access/*/*.rules.test.ts',
      'apps/identity/src/resources/directory/team/team-permission/*.rules.test.ts',
      'apps/identity/src/resources/authentication/api-key/*.rules.test.ts',
    ],
  },
  {
    name: 'duplicates',
    mutate: [
      'apps/clients/src/resources/contact/contact-emails.rules.ts',
      'apps/clients/src/resources/contact/contact-phones.rules.ts',
      'apps/clients/src/resources/contact-transfer/contact-merge.rules.ts',
      'apps/clients/src/resources/import/read-rows.ts',
    ],
    tests: [
      'apps/clients/src/resources/contact/*.rules.test.ts',
      'apps/clients/src/resources/contact-transfer/*.rules.test.ts',
      'apps/clients/src/resources/import/read-rows.test.ts',
    ],
  },
];
