import type { WorkflowTemplate } from '@psa/contracts-automation';
import { businessTemplates } from './business-templates.ts';
import { operationsTemplates } from './operations-templates.ts';
import { peopleTemplates } from './people-templates.ts';

/** The templates that come with the product. */
export const shippedTemplates: readonly WorkflowTemplate[] = [...peopleTemplates, ...operationsTemplates, ...businessTemplates].map(
  ({ name, category, description, parameter_schema, definition }, index) => ({
    template_id: `00000000-0000-4000-8000-0000000001${String(index + 1).padStart(2, '0')}`,
    name,
    description,
    category,
    tags: [],
    version: '1.0.0',
    status: 'active',
    definition,
    parameter_schema,
    default_parameters: {},
    ui_metadata: {},
    is_system: true,
    usage_count: 0,
    last_used: null,
    created_by: null,
    created_at: null,
    updated_at: null,
  }),
);
