import { jestExpect } from '@jest/expect';
import { getState } from 'jest-circus';
import { ModuleMocker } from 'jest-mock';

/** What `@jest/globals` is to a test file: the package itself hands nothing out but within Jest's own loader of modules. */
export { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from 'jest-circus';
export { jestExpect as expect };

const mocker = new ModuleMocker(globalThis);

/** The members of `jest` that tests use. There are none that replace a module: modules are Node's, and several files have the same. */
export const jest = {
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
  setTimeout(milliseconds: number): void {
    getState().testTimeout = milliseconds;
  },
};
