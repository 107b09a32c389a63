import type { InstalledPackage } from './packages.ts';

/** Licences under which parts may be handed on with the product. */
export const ALLOWED_LICENCES: ReadonlySet<string> = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'Python-2.0',
  'CC0-1.0',
  // Linked at run time, from a file of its own that may be replaced.
  'LGPL-3.0-or-later',
]);

const SPDX_LIST = /^[\w.-]+$/;

/** What an image is made of, as CycloneDX 1.6: the packages that are really in it, not all that are installed. */
export function billOfMaterials(name: string, version: string, packages: readonly InstalledPackage[]): object {
  const product = `pkg:generic/psa/${name}@${encodeURIComponent(version)}`;
  const parts = [...new Map(packages.filter((one) => !one.name.startsWith('@psa/')).map((one) => [purlOf(one), one])).entries()].sort(
    ([one], [other]) => (one < other ? -1 : 1),
  );
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': product, group: 'psa', name, version, purl: product } },
    components: [
      {
        type: 'platform',
        'bom-ref': 'node',
        name: 'node',
        version: process.versions.node,
        licenses: [{ license: { id: 'MIT' } }],
        purl: `pkg:generic/node@${process.versions.node}`,
      },
      ...parts.map(([purl, { name: full, version: own, license }]) => {
        const [scope, bare] = full.startsWith('@') ? (full.split('/') as [string, string]) : [undefined, full];
        return {
          type: 'library',
          'bom-ref': purl,
          ...(scope !== undefined && { group: scope }),
          name: bare,
          version: own,
          ...(license !== undefined && { licenses: [SPDX_LIST.test(license) ? { license: { id: license } } : { expression: license }] }),
          purl,
        };
      }),
    ],
    dependencies: [
      { ref: product, dependsOn: ['node', ...parts.map(([purl]) => purl)] },
      { ref: 'node' },
      ...parts.map(([ref]) => ({ ref })),
    ],
  };
}

/** The licences of packages that are not allowed, by package. */
export function forbiddenLicences(packages: readonly InstalledPackage[]): string[] {
  return packages
    .filter(({ name, license }) => !name.startsWith('@psa/') && !isAllowed(license))
    .map(({ name, version, license }) => `${name}@${version}: ${license ?? 'no licence'}`);
}

/** Of alternatives one must be allowed, of what holds together all. */
function isAllowed(expression: string | undefined): boolean {
  if (expression === undefined) return false;
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((id) => ALLOWED_LICENCES.has(id.trim())));
}

function purlOf({ name, version }: InstalledPackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
