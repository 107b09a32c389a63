import type { z } from 'zod';

/** One question a service answers over NATS request-reply, declared once. */
export interface QuestionSpec {
  readonly summary: string;
  readonly ask: z.ZodType;
  readonly answer: z.ZodType;
}

export type Question<S extends QuestionSpec = QuestionSpec> = S & { readonly service: string; readonly subject: string };

/**
 * Declares the questions a service answers.
 * @param service the service that answers
 * @param specs one literal per question; its member name in kebab case ends the subject
 */
export function questions<const S extends Record<string, QuestionSpec>>(service: string, specs: S): { readonly [K in keyof S]: Question<S[K]> } {
  const entries = Object.entries(specs).map(([member, spec]) => {
    const method = member.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [member, { ...spec, service, subject: requestSubject(service, method) }];
  });
  return Object.fromEntries(entries) as { readonly [K in keyof S]: Question<S[K]> };
}

/** Subject of a question to a service. */
export function requestSubject(service: string, method: string): string {
  return `psa.v1.rpc.${service}.${method}`;
}
