import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyService } from '@psa/service-kit';
import { migrationSettings, settingsOf } from '@psa/service-kit';
import type { z } from 'zod';
import { repositoryRoot } from '../local/repository-root.ts';
import { type Service, services } from '../local/services.ts';
import { rpcSubjectsOf, listenedSubjects } from './rpc-subjects.ts';
import { type SettingFact, settingFacts } from './setting-facts.ts';

/** A durable consumer of another service's events. */
export interface ConsumerFact {
  readonly name: string;
  readonly domain: string;
  readonly filter: string;
}

/** What a service says of itself, as far as whoever deploys it has to know: nothing about a service is written down twice. */
export interface ServiceFacts {
  readonly name: string;
  readonly hasDatabase: boolean;
  readonly settings: readonly SettingFact[];
  /** Of its migration, which is the same image with another command. */
  readonly migrationSettings: readonly SettingFact[];
  readonly consumers: readonly ConsumerFact[];
  /** Those that it had in the release before, drains and deletes. */
  readonly formerConsumers: readonly Pick<ConsumerFact, 'name' | 'domain'>[];
  /** Subjects of the RPC methods it calls. */
  readonly asks: readonly string[];
  /** Subjects of the events it hears without a consumer. */
  readonly listens: readonly string[];
  /** Whether it calls addresses outside: those its tenants choose, or providers of other products. */
  readonly callsOut: boolean;
}

/** Settings of who calls addresses outside. */
const LEADS_OUT: ReadonlySet<string> = new Set([
  'PSA_EGRESS_ALLOW',
  'PSA_SMTP_URL',
  'PSA_S3_BUCKET',
  'PSA_OAUTH_PROVIDERS',
  'PSA_QUICKBOOKS_BASE_URL',
  'PSA_STRIPE_BASE_URL',
]);

/** Every service there is, by its own declarations. */
export function allServiceFacts(): Promise<ServiceFacts[]> {
  return Promise.all(services.map(factsOf));
}

/** The settings of a service as it reads them. */
export async function settingsShape({ name, hasDatabase }: Service): Promise<object> {
  return hasDatabase ? settingsOf(await definitionOf(name)) : gatewayShape();
}

async function factsOf(service: Service): Promise<ServiceFacts> {
  const { name, hasDatabase } = service;
  const definition = hasDatabase ? await definitionOf(name) : undefined;
  const shape = await settingsShape(service);
  const settings = settingFacts(shape as unknown as z.ZodRawShape);
  return {
    name,
    hasDatabase,
    settings,
    migrationSettings: hasDatabase ? settingFacts(migrationSettings) : [],
    consumers: definition?.subscriptions.map(({ name: consumer, domain, filter }) => ({ name: consumer, domain, filter })) ?? [],
    formerConsumers:
      definition?.subscriptions.flatMap(({ alongside = [] }) =>
        alongside.map(({ name: consumer, domain }) => ({ name: consumer, domain })),
      ) ?? [],
    asks: await rpcSubjectsOf(name),
    listens: listenedSubjects(name),
    callsOut: settings.some((setting) => LEADS_OUT.has(setting.name)),
  };
}

/** By convention `apps/<name>/src/<name>-service.ts` exports `<name>Service`. */
/** The declaration of a service with a database. */
export async function definitionOf(name: string): Promise<AnyService> {
  const path = join(repositoryRoot, 'apps', name, 'src', `${name}-service.ts`);
  if (!existsSync(path)) throw new Error(`${path} is missing: a service is declared there`);
  const exported = `${name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Service`;
  const { [exported]: definition } = (await import(pathToFileURL(path).href)) as Record<string, AnyService | undefined>;
  if (definition === undefined) throw new Error(`${path} does not export ${exported}`);
  return definition;
}

async function gatewayShape(): Promise<object> {
  const { gatewaySettings } = await import('../../apps/gateway/src/gateway-settings.ts');
  return gatewaySettings;
}
