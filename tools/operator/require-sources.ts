import { existsSync } from 'node:fs';
import { Refusal } from '../local/refusal.ts';
import { mainOf } from '../local/run-migrations.ts';
import type { Service } from '../local/services.ts';

/** @throws Refusal where a service's program is not at hand: in the operator's image */
export function requireSources(services: readonly Service[], command: string): void {
  const missing = services.find((service) => !existsSync(mainOf(service)));
  if (missing !== undefined)
    throw new Refusal(`The operator's image holds no services: run the image psa/${missing.name} with the argument ${command}.`);
}
