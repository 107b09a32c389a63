import { describe, expect, it } from '@jest/globals';
import { Id } from '@psa/contract-kit';
import { apiInfo, openApiDocument } from '@psa/contract-kit/documents';
import { orPlaceholder } from './placeholder.ts';
import { ruleRoutes } from './rule.routes.ts';

interface Schema {
  readonly const?: string;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** The id of the row an action changes, as the OpenAPI document describes it. */
function describedId(): readonly Schema[] {
  const { components } = openApiDocument(Object.values(ruleRoutes), apiInfo) as { components?: { schemas?: Record<string, Schema> } };
  const { oneOf, anyOf } = components?.schemas?.['AutomationActionInput'] ?? {};
  const action = (oneOf ?? anyOf ?? []).find(({ properties }) => properties?.['type']?.const === 'database_update');
  return action?.properties?.['config']?.properties?.['conditions']?.properties?.['id']?.anyOf ?? [];
}

describe('a member with a placeholder', () => {
  it.each([
    ['0199a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b', true],
    ['{{event.data.client_id}}', true],
    ['{{ }}', false],
    ['nothing of the kind', false],
  ])('is described as it is taken: %s %p', (id, isTaken) => {
    expect(orPlaceholder(Id).safeParse(id).success).toBe(isTaken);
    expect(describedId().some(({ pattern }) => pattern !== undefined && new RegExp(pattern, 'u').test(id))).toBe(isTaken);
  });
});
