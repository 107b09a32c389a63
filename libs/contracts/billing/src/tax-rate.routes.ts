import { created, Id, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { CreateTaxRate, UpdateTaxRate, TaxRate, TaxRateListQuery } from './tax-rate.schemas.ts';

const params = z.object({ id: Id.describe('Tax rate id') });

export const taxRateRoutes = routes(
  { service: 'billing', form: 'data', tag: 'Tax rates' },
  {
    listTaxRates: {
      method: 'get',
      path: '/api/v1/financial/tax/rates',
      permission: 'billing_settings:read',
      summary: 'List tax rates',
      query: TaxRateListQuery,
      reply: page(TaxRate),
    },
    createTaxRate: {
      method: 'post',
      path: '/api/v1/financial/tax/rates',
      permission: 'billing_settings:create',
      summary: 'Create a tax rate',
      body: CreateTaxRate,
      reply: created(TaxRate),
      versioned: true,
      errors: ['CONFLICT'],
    },
    getTaxRate: {
      method: 'get',
      path: '/api/v1/financial/tax/rates/{id}',
      permission: 'billing_settings:read',
      summary: 'Read one tax rate',
      params,
      reply: one(TaxRate),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    updateTaxRate: {
      method: 'put',
      path: '/api/v1/financial/tax/rates/{id}',
      permission: 'billing_settings:update',
      summary: 'Change a tax rate',
      params,
      body: UpdateTaxRate,
      reply: one(TaxRate),
      versioned: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    deleteTaxRate: {
      method: 'delete',
      path: '/api/v1/financial/tax/rates/{id}',
      permission: 'billing_settings:delete',
      summary: 'Delete a tax rate',
      params,
      reply: nothing(),
      versioned: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
  },
);
