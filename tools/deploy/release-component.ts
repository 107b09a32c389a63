import { stringify } from 'yaml';
import { operatorProgram } from '../local/services.ts';
import type { Workload } from './workload.ts';

/** What a release is called where it is deployed. */
export interface Release {
  /** Host and path ahead of `psa/<name>`. */
  readonly registry: string;
  readonly version: string;
  /** `sha256:…` by name of the program; an image whose digest is known is that one, whatever becomes of its tag. */
  readonly digests: Readonly<Record<string, string>>;
}

/**
 * A component for an overlay that says all that depends on the release, once: where the images are, and a name of its own for each migration, so
 * that it is applied again without the one before being deleted. Needs kubectl 1.27.
 */
export function releaseComponent(workloads: readonly Workload[], { registry, version, digests }: Release): string {
  const names = [...workloads.map(({ name }) => name), operatorProgram.name];
  const suffix = version.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return stringify(
    {
      apiVersion: 'kustomize.config.k8s.io/v1alpha1',
      kind: 'Component',
      images: names.map((name) => ({
        name: `psa/${name}`,
        newName: `${registry}/psa/${name}`,
        newTag: version,
        ...(digests[name] === undefined ? {} : { digest: digests[name] }),
      })),
      patches: workloads
        .filter(({ migration }) => migration !== undefined)
        .map(({ name }) => ({
          target: { kind: 'Job', name: `${name}-migrate` },
          options: { allowNameChange: true },
          patch: stringify([{ op: 'replace', path: '/metadata/name', value: `${name}-migrate-${suffix}` }]),
        })),
    },
    { lineWidth: 0, aliasDuplicateObjects: false },
  );
}
