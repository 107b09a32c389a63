import { type Schema, SchemaComparison, type SchemaDocument } from './schema-breaks.ts';

/** What of an AsyncAPI document the comparison reads. */
export interface AsyncApi extends SchemaDocument {
  readonly components: SchemaDocument['components'] & { readonly messages: Readonly<Record<string, { readonly payload: Schema }>> };
}

/** What readers of the released events rely on and the current ones no longer hold, a line each. */
export function asyncApiBreaks(released: AsyncApi, current: AsyncApi): string[] {
  const schemas = new SchemaComparison(released, current);
  return Object.entries(released.components.messages).flatMap(([type, { payload }]) => {
    const now = current.components.messages[type];
    return now === undefined ? [`${type} is gone`] : schemas.breaks(payload, now.payload, 'received', type);
  });
}
