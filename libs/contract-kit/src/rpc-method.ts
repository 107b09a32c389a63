import type { z } from 'zod';

/** One method a service offers over NATS request-reply, declared once. */
export interface RpcMethodSpec {
  readonly summary: string;
  readonly request: z.ZodType;
  readonly response: z.ZodType;
}

export type RpcMethod<S extends RpcMethodSpec = RpcMethodSpec> = S & { readonly service: string; readonly subject: string };

/**
 * Declares the RPC methods a service offers.
 * @param service the service that answers
 * @param specs one literal per method; its member name in kebab case ends the subject
 */
export function rpcMethods<const S extends Record<string, RpcMethodSpec>>(
  service: string,
  specs: S,
): { readonly [K in keyof S]: RpcMethod<S[K]> } {
  const entries = Object.entries(specs).map(([member, spec]) => {
    const method = member.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [member, { ...spec, service, subject: rpcSubject(service, method) }];
  });
  return Object.fromEntries(entries) as { readonly [K in keyof S]: RpcMethod<S[K]> };
}

/** Subject of an RPC method of a service. */
export function rpcSubject(service: string, method: string): string {
  return `psa.v1.rpc.${service}.${method}`;
}
