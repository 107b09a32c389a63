import { readDevFile } from '../../local/dev-file.ts';
import type { Home } from '../../local/home.ts';
import { Refusal } from '../../local/refusal.ts';
import { services } from '../../local/services.ts';
import { configurationOf } from '../configuration-of.ts';
import { type Finding, unlessAny } from './finding.ts';

/** Whether each service would start with the settings of the stack in the home, or with those of this environment where it has any. */
export function checkSettings(home: Home, env: NodeJS.ProcessEnv): Finding {
  if (readDevFile(home) === undefined && !env.PSA_DATABASE_URL)
    return {
      check: 'settings',
      state: 'warning',
      detail: 'not looked at',
      advice: 'They are in the images: run each with --print-config.',
    };
  const faulty: string[] = [];
  for (const { name } of services) {
    try {
      configurationOf(home, name, env);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      faulty.push(name);
    }
  }
  return unlessAny('settings', faulty, {
    well: `right for all ${services.length} services`,
    advice: 'psa config --service … lists all that is wrong.',
  });
}
