import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The product's own Node: Nx itself runs on the host's. */
const NODE = 'node_modules/.bin/node';
/** What a package is made of and what its dependencies are made of, tests left out of the latter. */
const SOURCES = ['default', '^sources'];

/**
 * Targets of every package, inferred: none lists them itself. Nx reads this plugin by nx.json.
 * @type {import('@nx/devkit').CreateNodesV2}
 */
export const createNodesV2 = [
  '{apps/*,libs/*,libs/contracts/*}/package.json',
  (files, _options, { workspaceRoot }) =>
    files.map((file) => {
      const root = dirname(file);
      return [file, { projects: { [root]: { root, targets: targetsOf(root, existsSync(join(workspaceRoot, root, 'src/main.ts'))) } } }];
    }),
];

/** @param {string} root @param {boolean} isProgram */
function targetsOf(root, isProgram) {
  const name = root.split('/').at(-1);
  /** @param {string} command @param {readonly string[]} [inputs] */
  const check = (command, inputs = SOURCES) => ({ command: `${NODE} ${command}`, cache: true, inputs, outputs: [] });
  return {
    typecheck: check(`tools/nx/typecheck-project.ts ${root}`),
    lint: check(`tools/lint.ts ${root}`, [
      ...SOURCES,
      '{workspaceRoot}/eslint.config.js',
      '{workspaceRoot}/.prettierrc.json',
      '{workspaceRoot}/tools/lint.ts',
      '{workspaceRoot}/tools/lint/**/*',
    ]),
    // A test may reach through any of the tools that start servers and browsers.
    test: check(`tools/test.ts --passWithNoTests '/${root}/'`, [
      ...SOURCES,
      '{workspaceRoot}/jest.config.js',
      '{workspaceRoot}/tools/**/*',
    ]),
    ...(isProgram && {
      build: { ...check(`tools/nx/build-app.ts ${name} dist/apps/${name}`), outputs: [`{workspaceRoot}/dist/apps/${name}`] },
      serve: { command: `${NODE} ${root}/src/main.ts`, continuous: true, cache: false },
    }),
  };
}
