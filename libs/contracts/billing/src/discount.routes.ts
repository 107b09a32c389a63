import { created, Id, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { CreateDiscount, UpdateDiscount, Discount, DiscountListQuery } from './discount.schemas.ts';

const params = z.object({ id: Id.describe('Discount id') });

export const discountRoutes = routes(
  { service: 'billing', form: 'data', tag: 'Discounts', staffOnly: true },
  {
    listDiscounts: {
      method: 'get',
      path: '/api/v1/discounts',
      permission: 'billing:read',
      summary: 'List what generated invoices take off',
      query: DiscountListQuery,
      reply: page(Discount),
    },
    createDiscount: {
      method: 'post',
      path: '/api/v1/discounts',
      permission: 'billing:create',
      summary: 'Create a discount',
      description:
        'It is taken off what is generated: a percentage of the whole invoice or of every line of a contract line, or an amount of each fee of a contract line. It holds for periods that have a day of its own; taking off more than there is leaves 0.',
      body: CreateDiscount,
      reply: created(Discount),
      versioned: true,
      errors: ['SERVICE_UNAVAILABLE'],
    },
    getDiscount: {
      method: 'get',
      path: '/api/v1/discounts/{id}',
      permission: 'billing:read',
      summary: 'Read one discount',
      params,
      reply: one(Discount),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    updateDiscount: {
      method: 'put',
      path: '/api/v1/discounts/{id}',
      permission: 'billing:update',
      summary: 'Change a discount',
      params,
      body: UpdateDiscount,
      reply: one(Discount),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    deleteDiscount: {
      method: 'delete',
      path: '/api/v1/discounts/{id}',
      permission: 'billing:delete',
      summary: 'Delete a discount',
      params,
      reply: nothing(),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
  },
);
