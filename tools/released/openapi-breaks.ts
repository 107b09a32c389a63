import { type Direction, type Schema, SchemaComparison, type SchemaDocument } from './schema-breaks.ts';

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses?: Readonly<Record<string, Content>>;
}

/** What of an OpenAPI document the comparison reads. */
export interface OpenApi extends SchemaDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: SchemaDocument['components'] & { readonly parameters?: Readonly<Record<string, Parameter>> };
}

/** What callers of the released API rely on and the current one no longer gives, a line each. */
export function openApiBreaks(released: OpenApi, current: OpenApi): string[] {
  const schemas = new SchemaComparison(released, current);
  const contentBreaks = (was: Content | undefined, is: Content | undefined, direction: Direction, at: string): string[] =>
    Object.entries(was?.content ?? {}).flatMap(([type, { schema }]) => {
      const now = is?.content?.[type];
      if (now === undefined) return [`${at} is no longer ${type}`];
      return schema === undefined || now.schema === undefined ? [] : schemas.breaks(schema, now.schema, direction, at);
    });
  return Object.entries(released.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, was]) => {
      const at = `${method.toUpperCase()} ${path}`;
      const is = current.paths[path]?.[method];
      if (is === undefined) return [`${at} is gone`];
      const bodyIsNew = is.requestBody?.required === true && was.requestBody?.required !== true;
      return [
        ...parameterBreaks(parametersOf(was, released), parametersOf(is, current), schemas, at),
        ...(bodyIsNew ? [`${at} now needs a body`] : []),
        ...contentBreaks(was.requestBody, is.requestBody, 'sent', `${at} body`),
        ...Object.entries(was.responses ?? {}).flatMap(([status, reply]) => {
          const now = is.responses?.[status];
          return now === undefined ? [`${at} no longer answers ${status}`] : contentBreaks(reply, now, 'received', `${at} ${status}`);
        }),
      ];
    }),
  );
}

function parametersOf({ parameters = [] }: Operation, { components }: OpenApi): Map<string, Parameter> {
  const resolved = parameters.map((one) => (one.$ref === undefined ? one : components?.parameters?.[one.$ref.split('/').at(-1) ?? '']));
  return new Map(resolved.filter((one) => one !== undefined).map((one) => [`${one.in} ${one.name}`, one]));
}

function parameterBreaks(was: Map<string, Parameter>, is: Map<string, Parameter>, schemas: SchemaComparison, at: string): string[] {
  const gone = [...was].flatMap(([name, parameter]) => {
    const now = is.get(name);
    if (now === undefined) return [`${at} no longer takes ${name}`];
    return schemas.breaks(parameter.schema ?? {}, now.schema ?? {}, 'sent', `${at} ${name}`);
  });
  const demanded = [...is].filter(([name, { required }]) => required === true && was.get(name)?.required !== true);
  return [...gone, ...demanded.map(([name]) => `${at} now needs ${name}`)];
}
