import { created, EXAMPLE_ID, Id, many, nothing, one, routes, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { MinorUnits } from './contract-fields.ts';
import { Rate } from './money-fields.ts';

export const configurationTypes = ['Fixed', 'Hourly', 'Usage', 'Bucket', 'Device'] as const;
const ConfigurationType = z.enum(configurationTypes);
const Minutes = z.int().min(0).max(1_440);
const MAX_MINUTES = 10_000_000;
const MAX_QUANTITY = 999_999_999;

const FixedConfig = z.object({ base_rate: MinorUnits.nullish().describe('Price of one in minor units; that of the service when absent') });
const HourlyConfig = z.object({
  hourly_rate: MinorUnits.describe('Price of an hour in minor units'),
  minimum_billable_time: Minutes.default(0).describe('Minutes an entry is billed for at least'),
  round_up_to_nearest: z.int().min(1).max(1_440).default(15).describe('Minutes that an entry is rounded up to a multiple of'),
});
const UsageConfig = z.object({
  unit_of_measure: z.string().trim().min(1).max(128).describe('What is counted, such as GB'),
  base_rate: Rate.nullish().describe('Price of one in minor units, up to six decimal places; that of the service when absent'),
  minimum_usage: z
    .number()
    .min(0)
    .max(MAX_QUANTITY)
    .multipleOf(0.000001)
    .default(0)
    .describe('Billed at least in each invoice with any usage'),
  tier_mode: z
    .enum(['graduated', 'volume'])
    .default('graduated')
    .describe('Whether each part of the usage has the rate of its tier, or all of it that of the tier it reaches'),
});
const BucketConfig = z.object({
  total_minutes: z.int().min(1).max(MAX_MINUTES).describe('Minutes of work a month that the fee of the line includes'),
  overage_rate: MinorUnits.describe('Price of an hour beyond them in minor units'),
  allow_rollover: z
    .boolean()
    .default(false)
    .describe('Whether what was left of the month before is included too; it does not add up further'),
});

const DeviceConfig = z.object({
  asset_type: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .nullish()
    .describe('Only assets of this type count, such as workstation; all assets of the client in use when absent'),
  rate: MinorUnits.nullish().describe('Price of one device and period in minor units; that of the service when absent'),
  minimum_devices: z.int().min(0).max(1_000_000).default(0).describe('Devices that are billed at least'),
});

/** How a service of a line is billed, by its type. */
export const lineConfigs = {
  Fixed: FixedConfig,
  Hourly: HourlyConfig,
  Usage: UsageConfig,
  Bucket: BucketConfig,
  Device: DeviceConfig,
} as const;

export const RateTier = z
  .object({
    min_quantity: z.number().min(0).max(MAX_QUANTITY).multipleOf(0.000001).describe('From so many on'),
    max_quantity: z.number().max(MAX_QUANTITY).multipleOf(0.000001).nullable().describe('Below so many; the last tier has none'),
    rate: Rate.describe('Price of one in minor units, up to six decimal places'),
  })
  .meta({ id: 'RateTier' });
export type RateTier = z.infer<typeof RateTier>;

const RateTiers = z.array(RateTier).max(50).describe('Rates by quantity: from 0, without gaps, the last without an end; of usage alone');
/** JSON Schema of what a caller sends. */
function shapeOf(config: z.ZodType): object {
  const { $schema: _, ...shape } = z.toJSONSchema(config, { io: 'input' });
  return shape;
}

const TypeConfig = z
  .record(z.string(), z.unknown())
  .describe('How it is billed: the members of its `configuration_type`, which are Fixed, Hourly, Usage, Bucket and Device in this order')
  .meta({
    override: { anyOf: Object.values(lineConfigs).map((config) => shapeOf(config)) },
  });

const fields = {
  quantity: z.int().min(1).max(1_000_000).describe('How many the line has of it'),
  custom_rate: MinorUnits.nullable().describe('Price of one in this line, before any other'),
  configuration_type: ConfigurationType.describe('How it is billed'),
};

export const LineService = z
  .object({
    contract_line_id: Id.describe('The contract line'),
    service_id: Id.describe('The service'),
    service_name: z.string().describe('Name of the service'),
    ...fields,
    type_config: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).describe('How it is billed, by its type'),
    rate_tiers: z.array(RateTier).describe('Rates by quantity'),
    created_at: Timestamp.describe('When it was added'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'LineService' });
export type LineService = z.infer<typeof LineService>;

export const AddLineService = z
  .object({
    service_id: Id.describe('The service'),
    quantity: fields.quantity.default(1),
    custom_rate: fields.custom_rate.optional(),
    configuration_type: ConfigurationType.optional().describe('How it is billed; as the line is when absent'),
    type_config: TypeConfig.optional(),
    rate_tiers: RateTiers.optional(),
  })
  .meta({
    id: 'AddLineService',
    example: { service_id: EXAMPLE_ID, quantity: 20, configuration_type: 'Fixed', type_config: { base_rate: 4_500 } },
  });
export type AddLineService = z.infer<typeof AddLineService>;

export const UpdateLineService = z
  .object({ ...fields, type_config: TypeConfig, rate_tiers: RateTiers })
  .partial()
  .meta({ id: 'UpdateLineService', example: { quantity: 25, custom_rate: 4_200 } });
export type UpdateLineService = z.infer<typeof UpdateLineService>;

const line = z.object({ id: Id.describe('Contract line id') });
const one_ = z.object({ planId: Id.describe('Contract line id'), serviceId: Id.describe('Service id') });

export const lineServiceRoutes = routes(
  { service: 'billing', form: 'data', tag: 'Contract lines', staffOnly: true },
  {
    listLineServices: {
      method: 'get',
      path: '/api/v1/contract-lines/{id}/services',
      permission: 'billing:read',
      summary: 'List the services of a contract line',
      description: 'A line has 100 at most.',
      params: line,
      reply: many(LineService),
      errors: ['NOT_FOUND'],
    },
    addLineService: {
      method: 'post',
      path: '/api/v1/contract-lines/{id}/services',
      permission: 'billing:update',
      summary: 'Add a service to a contract line',
      params: line,
      body: AddLineService,
      reply: created(LineService),
      versioned: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    getLineService: {
      method: 'get',
      path: '/api/v1/contract-lines/{planId}/services/{serviceId}',
      permission: 'billing:read',
      summary: 'Read how a contract line bills a service',
      params: one_,
      reply: one(LineService),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    updateLineService: {
      method: 'put',
      path: '/api/v1/contract-lines/{planId}/services/{serviceId}',
      permission: 'billing:update',
      summary: 'Change how a contract line bills a service',
      params: one_,
      body: UpdateLineService,
      reply: one(LineService),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    removeLineService: {
      method: 'delete',
      path: '/api/v1/contract-lines/{planId}/services/{serviceId}',
      permission: 'billing:update',
      summary: 'Take a service out of a contract line',
      params: one_,
      reply: nothing(),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
  },
);
