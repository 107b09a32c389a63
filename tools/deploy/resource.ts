/** A Kubernetes resource. */
export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly [member: string]: unknown;
}

/** What a pod is to the others: network policies tell by it who reaches whom. */
export type Component = 'gateway' | 'service' | 'migration' | 'operator';

/** Argo CD waits for each wave: what a migration needs to run comes in one before it. */
export const AHEAD_OF_MIGRATIONS = { 'argocd.argoproj.io/sync-wave': '-2' };

/** What the pods of a service are, or the gateway's. */
export function componentOf(name: string): Component {
  return name === 'gateway' ? 'gateway' : 'service';
}

/** The labels by which pods of a program are found. */
export function selectorOf(name: string, component: Component): Record<string, string> {
  return { 'app.kubernetes.io/name': name, 'app.kubernetes.io/component': component };
}

/** The labels of all that belongs to a program. */
export function labelsOf(name: string, component: Component): Record<string, string> {
  return { ...selectorOf(name, component), 'app.kubernetes.io/part-of': 'psa', 'app.kubernetes.io/managed-by': 'kustomize' };
}
