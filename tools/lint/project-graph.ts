import { createProjectGraphAsync } from '@nx/devkit';

/**
 * Writes Nx's project graph to its cache file, from which the boundary rule reads it.
 * Without that file the rule warns on stdout and lets everything pass, so nothing here lints before this has run.
 */
export async function refreshProjectGraph(): Promise<void> {
  // A daemon would outlive the command, and answer from whatever it last saw of the disk.
  process.env.NX_DAEMON = 'false';
  const { nodes } = await createProjectGraphAsync({ exitOnError: false });
  const untagged = Object.values(nodes).filter(({ data }) => !data.tags?.some((tag) => tag.startsWith('layer:')));
  if (untagged.length > 0) {
    throw new Error(`No layer tag in the package.json of: ${untagged.map(({ name }) => name).join(', ')}`);
  }
}
