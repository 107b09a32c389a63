import { QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

const JsonSchema = z.record(z.string(), z.unknown());

/** A document as it is, without an envelope. */
export const OpenApiDocument = z.looseObject({ openapi: z.string().describe('3.1.0 or 3.0.3') }).meta({ id: 'OpenApiDocument' });
export const AsyncApiDocument = z.looseObject({ asyncapi: z.string().describe('3.0.0') }).meta({ id: 'AsyncApiDocument' });

export const EndpointParameter = z
  .object({
    name: z.string(),
    in: z.enum(['path', 'query', 'header', 'cookie']),
    required: z.boolean(),
    description: z.string(),
    schema: JsonSchema.describe('JSON schema of the value'),
  })
  .meta({ id: 'EndpointParameter' });

export const Endpoint = z
  .object({
    path: z.string().describe('Path template'),
    method: z.string().describe('HTTP method in capitals'),
    summary: z.string(),
    description: z.string(),
    tags: z.array(z.string()).describe('Categories'),
    operationId: z.string().describe('Unique name, also in the OpenAPI document and the typed client'),
    deprecated: z.boolean(),
    requiresAuth: z.boolean().describe('Whether a key or a session is needed'),
    permissions: z.array(z.string()).describe('All of these are needed'),
    parameters: z.array(EndpointParameter),
    responses: z.record(z.string(), z.string()).describe('What each status means'),
  })
  .meta({ id: 'Endpoint' });
export type Endpoint = z.infer<typeof Endpoint>;

export const EndpointQuery = z.object({
  category: z.string().max(100).optional().describe('Only this category, whatever its case'),
  method: z
    .string()
    .toUpperCase()
    .pipe(z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']))
    .optional()
    .meta({ description: 'Only this HTTP method', override: { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] } }),
  deprecated: QueryBoolean.optional().describe('true: only what is to go; false: only what stays'),
});

export const Endpoints = z
  .object({
    endpoints: z.array(Endpoint),
    totalEndpoints: z.int(),
    categories: z.array(z.string()),
    version: z.string().describe('Version of the API description'),
    lastUpdated: Timestamp.describe('When this gateway took up this description'),
  })
  .meta({ id: 'Endpoints' });

export const SchemaDescription = z
  .object({
    name: z.string(),
    type: z.enum(['request', 'response', 'model']).describe('Sent by callers, sent by the API, or both'),
    description: z.string(),
    properties: z.record(z.string(), JsonSchema),
    required: z.array(z.string()),
    example: z.unknown().optional(),
  })
  .meta({
    id: 'SchemaDescription',
    examples: [{ name: 'ServiceHealth', type: 'model', description: '', properties: { status: { type: 'string' } }, required: ['status'] }],
  });
export type SchemaDescription = z.infer<typeof SchemaDescription>;

export const SchemaDescriptions = z
  .object({
    schemas: z.array(SchemaDescription),
    totalSchemas: z.int(),
    categories: z.array(z.string()).describe('The types there are'),
  })
  .meta({ id: 'SchemaDescriptions' });

export const PermissionDescription = z
  .object({
    permission: z.string().describe('`resource:action`'),
    description: z.string(),
    category: z.string().describe('The resource'),
    endpoints: z.array(z.string()).describe('Operations that demand it, as `METHOD path`'),
    requiredRoles: z.array(z.string()).describe('Roles every tenant starts with that hold it'),
  })
  .meta({ id: 'PermissionDescription' });
export type PermissionDescription = z.infer<typeof PermissionDescription>;

export const PermissionDescriptions = z
  .object({
    permissions: z.array(PermissionDescription),
    totalPermissions: z.int(),
    categories: z.array(z.string()),
    roles: z.array(z.object({ name: z.string(), permissions: z.array(z.string()) })).describe('Roles every tenant starts with'),
  })
  .meta({ id: 'PermissionDescriptions' });

export const OpenApiQuery = z.object({
  format: z.enum(['json', 'yaml']).default('json').describe('How the document is written'),
  version: z.enum(['3.1', '3.0']).default('3.1').describe('3.1 gives OpenAPI 3.1.0, 3.0 gives 3.0.3 for older tools'),
  tag: z.string().max(100).optional().describe('Only the operations of this tag, and the schemas they use').meta({ example: 'Tickets' }),
});
export const AsyncApiQuery = OpenApiQuery.pick({ format: true });

export const ServiceHealth = z
  .object({
    status: z.enum(['up', 'down', 'degraded']),
    latency: z.number().optional().describe('Milliseconds until it answered'),
    message: z.string().optional(),
  })
  .meta({ id: 'ServiceHealth' });
export type ServiceHealth = z.infer<typeof ServiceHealth>;

export const Health = z
  .object({
    status: z
      .enum(['healthy', 'degraded', 'unhealthy'])
      .describe('degraded: some services answer; unhealthy: none does, sent with status 503'),
    version: z.string(),
    timestamp: Timestamp,
    uptime: z.int().describe('Seconds'),
    services: z.record(z.string(), ServiceHealth),
    metrics: z.object({ totalEndpoints: z.int(), totalSchemas: z.int(), totalPermissions: z.int() }),
  })
  .meta({ id: 'Health' });
export type Health = z.infer<typeof Health>;

export const StatsQuery = z.object({
  period: z.enum(['1h', '24h', '7d', '30d']).default('24h').describe('How far back the usage goes'),
});

export const UsageStats = z
  .object({
    totalRequests: z.int(),
    requestsByEndpoint: z.record(z.string(), z.int()).describe('By `METHOD path`'),
    averageResponseTime: z.number().describe('Milliseconds; 0 without a request'),
    errorRate: z.number().describe('Share of the requests answered with a status from 500 on, 0 to 1'),
  })
  .meta({
    id: 'UsageStats',
    description: "The tenant's requests at the gateway that answers, in the period or since it started, whichever is shorter",
  });
export type UsageStats = z.infer<typeof UsageStats>;

const counts = z.record(z.string(), z.int());

export const MetaStats = z
  .object({
    totalEndpoints: z.int(),
    endpointsByCategory: counts,
    endpointsByMethod: counts,
    totalSchemas: z.int(),
    totalPermissions: z.int(),
    coverage: z.object({
      documented: z.int().describe('Endpoints in the OpenAPI document'),
      tested: z.int().describe('Endpoints the build tests for credentials, permissions, tenants and input: every one'),
      deprecated: z.int(),
    }),
    usage: UsageStats,
  })
  .meta({ id: 'MetaStats' });

export const Guide = z
  .object({
    name: z.string().describe('Name in the address'),
    title: z.string(),
    href: z.string().describe('Address of the text'),
  })
  .meta({
    id: 'Guide',
    description: 'A text with examples that are run against every release',
    examples: [{ name: 'webhooks', title: 'Receive webhooks', href: '/api/v1/meta/guides/webhooks' }],
  });
export type Guide = z.infer<typeof Guide>;

export const DocsQuery = z.object({
  format: z.string().max(20).default('html').describe('html: the reference page; anything else leads to the OpenAPI document'),
  tag: z.string().max(100).optional().describe('Tag whose operations the page shows; the first when absent').meta({ example: 'Tickets' }),
});

export const SdkQuery = z.object({
  language: z.string().max(50).default('typescript').describe('typescript or javascript'),
  package_name: z
    .string()
    .max(214)
    .regex(/^(?:@[a-z0-9-~][a-z0-9-._~]*\/)?[a-z0-9-~][a-z0-9-._~]*$/, 'must be a name npm accepts')
    .default('psa-api-client')
    .describe('Name of the package')
    .meta({ example: 'psa-api-client' }),
  version: z
    .string()
    .max(50)
    .regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/, 'must be a semantic version')
    .default('1.0.0')
    .describe('Version of the package')
    .meta({ example: '1.0.0' }),
  format: z
    .enum(['json', 'tgz'])
    .default('json')
    .describe('json: the files in the answer; tgz: a package that npm installs straight from this address'),
});
export type SdkQuery = z.infer<typeof SdkQuery>;

export const Sdk = z
  .object({
    success: z.literal(true),
    data: z.object({
      sdk_info: z.object({
        language: z.enum(['typescript', 'javascript']),
        packageName: z.string(),
        version: z.string(),
        installInstructions: z.string(),
        usageExample: z.string(),
      }),
      files: z.record(z.string(), z.string()).describe('Text of each file by its path'),
      download_instructions: z.string(),
    }),
  })
  .meta({ id: 'Sdk' });
export type Sdk = z.infer<typeof Sdk>;
