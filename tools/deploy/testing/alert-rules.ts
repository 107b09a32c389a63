import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from '../../local/repository-root.ts';

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

/** Every alert of the component `monitoring`. */
export function alertRules(): AlertRule[] {
  const text = readFileSync(join(repositoryRoot, 'deploy/kustomize/components/monitoring/rules.yaml'), 'utf8');
  const { spec } = parse(text) as { spec: { groups: { rules: AlertRule[] }[] } };
  return spec.groups.flatMap(({ rules }) => rules);
}
