import { Id, listQuery, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { MinorUnits } from './contract-fields.ts';

const Day = z.iso.date();

export const ClientContractLine = z
  .object({
    client_contract_line_id: Id.describe('Identifies the assignment'),
    client_id: Id.describe('Client that is billed'),
    client_name: z.string().describe('Name of that client'),
    contract_line_id: Id.describe('Contract line that is billed'),
    contract_line_name: z.string().describe('Name of that line'),
    client_contract_id: Id.nullable().describe('Contract it belongs to'),
    service_category: z.string().nullable().describe('Category of services it covers'),
    start_date: Day.describe('First day'),
    end_date: Day.nullable().describe('First day it no longer counts; null while that is open'),
    is_active: z.boolean().describe('Whether it is billed'),
    custom_rate: MinorUnits.nullable().describe(
      "Price for this client in minor units, in place of the line's and in its currency; 0 is a price",
    ),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'ClientContractLine' });
export type ClientContractLine = z.infer<typeof ClientContractLine>;

export const CreateClientContractLine = z
  .object({
    client_id: Id.describe('Client that is billed'),
    contract_line_id: Id.describe('Contract line that is billed'),
    client_contract_id: Id.nullish().describe('Contract it belongs to, one of the same client'),
    service_category: z.string().trim().min(1).max(255).nullish().describe("Category of services it covers; the line's when absent"),
    start_date: Day.describe('First day'),
    end_date: Day.nullish().describe('First day it no longer counts; null while that is open'),
    is_active: z.boolean().optional().describe('Whether it is billed; true when absent'),
    custom_rate: MinorUnits.nullish().describe("Price for this client in minor units, in place of the line's; 0 is a price"),
  })
  .meta({ id: 'CreateClientContractLine' });
export type CreateClientContractLine = z.infer<typeof CreateClientContractLine>;

export const ClientContractLineListQuery = listQuery({
  sort: ['created_at', 'updated_at', 'start_date', 'end_date', 'custom_rate'],
  defaultSort: 'created_at',
  filters: {
    client_id: Id.optional().describe('Only those of this client'),
    contract_line_id: Id.optional().describe('Only those of this contract line'),
    service_category: z.string().max(255).optional().describe('Exactly this category of services'),
    is_active: QueryBoolean.optional().describe('Whether it is billed'),
    has_custom_rate: QueryBoolean.optional().describe('Whether the client has a price of its own'),
    is_contractd: QueryBoolean.optional().describe('Whether it belongs to a contract'),
    start_date_from: Day.optional().describe('Starts on or after'),
    start_date_to: Day.optional().describe('Starts on or before'),
    end_date_from: Day.optional().describe('Ends on or after'),
    end_date_to: Day.optional().describe('Ends on or before'),
  },
});
export type ClientContractLineListQuery = z.infer<typeof ClientContractLineListQuery>;
