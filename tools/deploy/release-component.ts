import { stringify } from 'yaml';
import { operatorProgram } from '../local/services.ts';
import { thirdPartyImages } from './third-party-images.ts';
import type { Workload } from './workload.ts';

/** What a release is called where it is deployed. */
export interface Release {
  /** Host and path ahead of `psa/<name>`. */
  readonly registry: string;
  readonly version: string;
  /** Host and path ahead of the images of others, where they are not taken from where their makers publish them. */
  readonly mirror?: string | undefined;
  /** `sha256:…` by name of the program, or of the image of others; an image whose digest is known is that one, whatever becomes of its tag. */
  readonly digests: Readonly<Record<string, string>>;
}

/**
 * A component for an overlay that says all that depends on the release, once: where the images are, and a name of its own for each migration, so
 * that it is applied again without the one before being deleted. Needs kubectl 1.27.
 */
export function releaseComponent(workloads: readonly Workload[], { registry, mirror, version, digests }: Release): string {
  const names = [...workloads.map(({ name }) => name), operatorProgram.name];
  const image = (name: string, place: object) => ({ ...place, ...(digests[name] !== undefined && { digest: digests[name] }) });
  const suffix = version.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return stringify(
    {
      apiVersion: 'kustomize.config.k8s.io/v1alpha1',
      kind: 'Component',
      images: [
        ...names.map((name) => image(name, { name: `psa/${name}`, newName: `${registry}/psa/${name}`, newTag: version })),
        ...Object.entries(thirdPartyImages).map(([name, tag]) =>
          image(name, { name, ...(mirror !== undefined && { newName: `${mirror}/${name}` }), newTag: tag }),
        ),
      ],
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
