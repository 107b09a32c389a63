import { readdirSync } from 'node:fs';
import nx from '@nx/eslint-plugin';
import { defineConfig } from 'eslint/config';
import { builtinRules } from 'eslint/use-at-your-own-risk';
import tseslint from 'typescript-eslint';
import { closedPackageRule } from './tools/lint/closed-package.ts';

const TYPESCRIPT = ['{apps,libs,tools,bench}/**/*.ts'];
const PACKAGES = ['{apps,libs}/**/*.ts'];
const TESTS = ['**/*.test.ts', '**/src/testing/**/*.ts'];

/** Where an app may speak of another domain: at the seams that turn foreign facts into its own, and in tests. */
const SEAMS = ['apps/*/src/{subscriptions,replicas,rpc-clients}/**/*.ts', ...TESTS];

const apps = readdirSync(new URL('apps', import.meta.url));

/** Packages with one home each. tools/lint/boundaries.test.ts proves that a trespass fails. */
const CLOSED_PACKAGES = [
  {
    name: 'pg',
    only: ['libs/{postgres-kit,test-kit}/**', '{tools,bench}/**'],
    instead: 'connections, pooling and transactions belong to @psa/postgres-kit.',
  },
  {
    name: 'kysely',
    only: [
      'libs/{postgres-kit,test-kit}/**',
      '{tools,bench}/**',
      'apps/*/src/tables.ts',
      'apps/*/src/{migrations,replicas,subscriptions}/**',
      'apps/*/src/resources/**/*.{records,list,tables}.ts',
    ],
    instead: 'SQL lives in *.records.ts, *.list.ts, tables.ts, migrations, replicas and subscriptions.',
  },
  {
    name: 'express',
    only: ['libs/http-kit/**', 'apps/gateway/**'],
    instead: 'HTTP belongs to @psa/http-kit; declare a route and return its reply.',
  },
  ...['nats', '@nats-io'].map((name) => ({
    name,
    only: ['libs/{events-kit,test-kit}/**', 'tools/**'],
    instead: 'events and RPC travel through @psa/events-kit.',
  })),
  // Nx has its own ban on importing apps, but it cannot resolve a package that exports nothing, and then says nothing.
  ...apps.map((app) => ({
    name: `@psa/${app}`,
    only: [],
    instead: 'an app exports nothing; domains meet in contracts, events and RPC.',
  })),
];

/**
 * Which layer may see which. A project without a known tag may import no other project at all.
 * Tests may also use the test kit; their imports of it are the only cycles allowed (see `boundaries`).
 */
function layers(inTests) {
  const testKit = inTests ? ['layer:test'] : [];
  return [
    { sourceTag: 'layer:app', onlyDependOnLibsWithTags: ['layer:contract', 'layer:product', 'layer:kit', 'layer:pure', ...testKit] },
    { sourceTag: 'layer:kit', onlyDependOnLibsWithTags: ['layer:kit', 'layer:pure', ...testKit] },
    // A contract is data: what every client, service and document reads must never pull in a server's machinery.
    {
      sourceTag: 'layer:contract',
      onlyDependOnLibsWithTags: ['kit:contract', 'layer:pure'],
      allowedExternalImports: ['zod', ...(inTests ? ['@jest/globals', 'fast-check'] : [])],
    },
    // The one list of services: whoever serves or watches the whole product reads it.
    { sourceTag: 'layer:product', onlyDependOnLibsWithTags: ['layer:contract', 'kit:contract'] },
    { sourceTag: 'kit:contract', onlyDependOnLibsWithTags: ['layer:pure', ...testKit] },
    { sourceTag: 'layer:pure', onlyDependOnLibsWithTags: ['layer:pure'] },
    { sourceTag: 'layer:test', onlyDependOnLibsWithTags: ['layer:kit', 'layer:contract', 'layer:pure'] },
    { sourceTag: 'layer:sdk', onlyDependOnLibsWithTags: ['layer:contract', 'layer:product', 'layer:kit', ...testKit] },
  ];
}

/** An app knows its own contract only; automation knows every event, and the gateway, which routes for all of them, everything. */
const ownContractOnly = apps
  .filter((domain) => domain !== 'gateway')
  .map((domain) => ({
    allSourceTags: ['layer:app', `domain:${domain}`],
    onlyDependOnLibsWithTags: [`domain:${domain}`, 'layer:kit', 'layer:pure', ...(domain === 'automation' ? ['layer:product'] : [])],
  }));

function boundaries(depConstraints) {
  return {
    '@nx/enforce-module-boundaries': [
      'error',
      {
        depConstraints,
        // Without this an import that resolves to nothing, or only by way of another package's dependencies, passes.
        banTransitiveDependencies: true,
        // A kit's tests run on the test kit and on whole services, which are themselves made of the kits; tools/lint/import-cycles.ts tells tests apart.
        ignoredCircularDependencies: [
          ['@psa/test-kit', 'tag:layer:kit'],
          ['@psa/service-kit', 'tag:layer:kit'],
        ],
        // Lazy loading is a concern of browser bundles; on a server a package may be imported both ways.
        checkDynamicDependenciesExceptions: ['.*'],
      },
    ],
  };
}

const NO_DEFAULT_EXPORT = ['ExportDefaultDeclaration', 'ExportSpecifier[exported.name="default"]'].map((selector) => ({
  selector,
  message: 'Export by name: a name that is the same everywhere can be searched for.',
}));

/** There is one form in which rows are claimed, which is right under every plan: `claimStatement` of @psa/postgres-kit. */
const NO_OWN_CLAIM = {
  selector: 'TemplateElement[value.raw=/skip locked/i]',
  message: 'Claim rows by claimStatement: what is picked elsewhere may be picked by two, or be more than its limit.',
};

const NO_MUTED_TEST = [
  'MemberExpression[object.name=/^(describe|it|test)$/][property.name=/^(skip|only|todo)$/]',
  'MemberExpression[object.object.name=/^(describe|it|test)$/][property.name=/^(skip|only)$/]',
  'CallExpression[callee.name=/^(x|f)(describe|it|test)$/]',
].map((selector) => ({ selector, message: 'Every test runs: a muted test is deleted or repaired, a lone one hides the rest.' }));

/** Money is counted in whole minor units: what divides or rounds by itself loses some of it. @psa/money does both exactly. */
const NO_FLOAT = [
  'BinaryExpression[operator=/^(\\/|\\*\\*)$/]',
  'AssignmentExpression[operator="/="]',
  'Literal[raw=/^\\d[\\d_]*\\.\\d|^[\\d_]+e-?\\d/]',
  'CallExpression[callee.name="parseFloat"]',
  'CallExpression[callee.property.name=/^(toFixed|toPrecision|parseFloat)$/]',
  'CallExpression[callee.object.name="Math"][callee.property.name=/^(round|floor|ceil|trunc|fround)$/]',
].map((selector) => ({ selector, message: 'Floating point has no place where money is counted: use @psa/money.' }));

const recommended = Object.fromEntries(
  [...builtinRules].filter(([, rule]) => rule.meta.docs.recommended && !rule.meta.deprecated).map(([name]) => [name, 'error']),
);

export default defineConfig(
  // Templates of new resources are TypeScript with holes in it, programs with generated clients are compiled beside those; what a program wrote is not read by people.
  {
    ignores: [
      '**/node_modules/**',
      '**/dist/**',
      '**/coverage/**',
      '.psa*/**',
      '.nx/**',
      'tools/**/templates/**',
      'tools/clients/programs/**',
      '**/src/generated/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: TYPESCRIPT,
    plugins: { '@nx': nx },
    extends: [{ rules: recommended }, tseslint.configs.recommended],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      eqeqeq: 'error',
      'no-console': 'error',
      'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
      'no-restricted-syntax': ['error', ...NO_DEFAULT_EXPORT, NO_OWN_CLAIM],
    },
  },
  { files: ['{tools,bench}/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    // tools and bench are no Nx projects, so Nx does not see them reach into a library.
    files: ['{tools,bench}/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: [{ group: ['**/../libs/**'], message: 'Import a library by its name.' }] }] },
  },
  {
    files: TESTS,
    rules: {
      'max-lines': ['error', { max: 600, skipBlankLines: false, skipComments: false }],
      'no-restricted-syntax': ['error', ...NO_DEFAULT_EXPORT, NO_OWN_CLAIM, ...NO_MUTED_TEST],
    },
  },
  {
    files: ['apps/billing/src/**/*.ts'],
    // How pages look is counted in points, and in parts of what is opaque.
    ignores: [...TESTS, 'apps/billing/src/resources/invoice-document/invoice-document.rules.ts'],
    rules: { 'no-restricted-syntax': ['error', ...NO_DEFAULT_EXPORT, NO_OWN_CLAIM, ...NO_FLOAT] },
  },
  {
    files: ['**/*.config.ts', 'libs/postgres-kit/src/queue/claim-statement.ts', 'tools/testing/native-runner/run-test-file.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },

  { files: PACKAGES, rules: boundaries([...layers(false), ...ownContractOnly]) },
  { files: SEAMS, rules: boundaries(layers(false)) },
  { files: TESTS, rules: boundaries(layers(true)) },
  // What is made of all apps has to name them; it exports nothing, so nobody reaches one by way of it.
  { files: ['apps/all/src/**/*.ts'], rules: { '@nx/enforce-module-boundaries': 'off' } },
  { plugins: { closed: { rules: Object.fromEntries(CLOSED_PACKAGES.map((closed) => [closed.name, closedPackageRule(closed)])) } } },
  CLOSED_PACKAGES.map(({ name, only }) => ({ files: TYPESCRIPT, ignores: only, rules: { [`closed/${name}`]: 'error' } })),
);
