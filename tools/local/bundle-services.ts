import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { bundleFolderOf } from './bundle-place.ts';
import { isBundleFresh, stampBundle } from './bundle-stamp.ts';
import { repositoryRoot } from './repository-root.ts';
import { mainOf } from './run-migrations.ts';
import type { Program, Service } from './services.ts';

/** `pg` tries the first; it is not installed. The second is files to serve, the third and fourth machine code, the fifth has fonts beside it, the sixth is needed by few. */
export const LEFT_OUT: readonly string[] = ['pg-native', 'swagger-ui-dist', 'sharp', '@node-rs/argon2', 'pdfmake', 'stripe'];

/** Files that a package opens beside its program, by the package. */
const OPENED_BESIDE: readonly (readonly [string, string])[] = [
  ['node_modules/@jitl/quickjs-wasmfile-release-sync/', 'node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm'],
];

/** CommonJS packages inside an ES module ask for node's own modules by `require`. */
const BANNER = "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

/**
 * Makes a bundle of each service, as its image holds it: from sources a service takes 30 MB more, for the loader, the type
 * stripper and the text of 900 modules, and starts slower. What is imported only when it is needed is a file of its own. A bundle
 * whose sources have not changed stays as it is.
 *
 * The builds run one after another, because each uses all processors, and write no source maps, because Node does not read them: 8 s
 * instead of 12 to 25. One build for all services takes 3 s, but then each service loads what the others need of a shared file: 739 MiB
 * after a start instead of 592.
 */
export async function bundleServices(services: readonly Service[]): Promise<void> {
  for (const service of services) await renewBundle(service, bundleFolderOf(service));
}

async function renewBundle(service: Program, outdir: string): Promise<void> {
  if (isBundleFresh(outdir) && existsSync(metafileIn(outdir))) return;
  const begunAt = Date.now();
  const metafile = await bundleService(service, outdir);
  replaceFile(metafileIn(outdir), JSON.stringify(metafile));
  stampBundle(outdir, { inputs: Object.keys(metafile.inputs), outputs: Object.keys(metafile.outputs) }, begunAt);
}

/** Copies a program's bundle to a folder; it is made first unless there is one of the sources as they are. @returns what went into it */
export async function copyBundle(program: Program, target: string): Promise<Metafile> {
  const outdir = bundleFolderOf(program);
  await renewBundle(program, outdir);
  const metafile = JSON.parse(readFileSync(metafileIn(outdir), 'utf8')) as Metafile;
  mkdirSync(target, { recursive: true });
  for (const output of Object.keys(metafile.outputs)) copyFileSync(join(repositoryRoot, output), join(target, basename(output)));
  copyFilesOpenedBeside(metafile, target);
  return metafile;
}

function metafileIn(outdir: string): string {
  return join(outdir, 'metafile.json');
}

/** Makes the bundle of one service in a folder; its program is `main.mjs` there. @returns what went into it */
export async function bundleService(service: Program, outdir: string): Promise<Metafile> {
  const { outputFiles, metafile } = await build({
    entryPoints: [{ in: mainOf(service), out: 'main' }],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    write: false,
    metafile: true,
    minifyWhitespace: true,
    minifySyntax: true,
    external: [...LEFT_OUT],
    banner: { js: BANNER },
    // A single letter beyond Latin-1 in a kept comment makes V8 store the whole text in two bytes a letter.
    legalComments: 'none',
    logLevel: 'silent',
    absWorkingDir: repositoryRoot,
  });
  mkdirSync(outdir, { recursive: true });
  copyFilesOpenedBeside(metafile, outdir);
  for (const { path, contents } of outputFiles) replaceFile(path, contents);
  return metafile;
}

function copyFilesOpenedBeside({ inputs }: Metafile, target: string): void {
  for (const [packageFolder, file] of OPENED_BESIDE) {
    if (Object.keys(inputs).some((path) => path.startsWith(packageFolder)))
      copyFileSync(join(repositoryRoot, file), join(target, basename(file)));
  }
}

/** A stack that starts at the same moment finds the whole file or the one before. */
function replaceFile(path: string, contents: string | Uint8Array): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, contents);
  renameSync(draft, path);
}
