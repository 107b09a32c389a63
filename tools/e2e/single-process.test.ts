import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { services } from '../local/services.ts';
import { coreTests } from './core-tests.ts';
import { StartedProduct } from './started-product.ts';

/** Everything else holds as well: `PSA_TEST_PROCESSES=single npm test -- e2e/product`. */
describe('the product in one process', () => {
  let product: StartedProduct;
  beforeAll(async () => {
    product = await StartedProduct.start('single');
  }, 300_000);
  afterAll(() => product.stop(), 60_000);

  it('is the gateway and every service, each with a log of its own name', () => {
    for (const { name } of services) expect(product.logLines(name).find(({ msg }) => msg === 'serving')).toMatchObject({ service: name });
  });

  coreTests(() => product);
});
