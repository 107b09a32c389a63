/** The consumer that takes the events of a domain into the feed and to the webhooks. */
export function recording(domain: string): string {
  return `automation-record-${domain}`;
}

/** The effect alongside it that starts rules and workflows. */
export function triggering(domain: string): string {
  return `automation-rules-${domain}`;
}

/** Parts of that effect. */
export const triggeringParts = { rules: 'rules', workflows: 'workflows' } as const;
