import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { ScriptFault } from '../ports/script-runner.ts';
import { childProcessScripts, sandboxFlags } from './child-process-scripts.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const scripts = childProcessScripts(main);
const run = (content: string, given: { input?: unknown; environment?: Record<string, string>; timeoutMs?: number } = {}) =>
  scripts.run({ content, input: {}, environment: {}, timeoutMs: 2_000, signal: new AbortController().signal, ...given });

describe('a script', () => {
  it('gets what the rule knows and gives back what it returns', async () => {
    const { output, printed } = await run(
      "console.log('asset', input.name, [1]); return { upper: input.name.toUpperCase(), key: env.KEY };",
      { input: { name: 'srv' }, environment: { KEY: 'x' } },
    );
    expect(output).toEqual({ upper: 'SRV', key: 'x' });
    expect(printed).toEqual(['asset srv [1]']);
  });

  it.each(['/etc/hosts', '/proc/self/environ', fileURLToPath(new URL('../../../../README.md', import.meta.url))])(
    'could not read %s if it left its machine',
    async (path) => {
      const read = `try { require('node:fs').readFileSync(${JSON.stringify(path)}); console.log('read'); } catch ({ code }) { console.log(code); }`;
      const { stdout } = await promisify(execFile)(process.execPath, [...sandboxFlags(main), '-e', read], { env: {} });
      expect(stdout.trim()).toBe('ERR_ACCESS_DENIED');
    },
  );

  it.each([
    ['nothing', 'const a = 1;', null],
    ['a function', 'return () => 1;', null],
    ['what JSON does not know', 'return [NaN, undefined];', [null, null]],
  ])('may return %s', async (_, content, output) => {
    expect((await run(content)).output).toEqual(output);
  });

  it.each([
    ['throws', "throw new TypeError('no such thing')", 'TypeError: no such thing'],
    ['is no program', 'return (;', /SyntaxError/],
    ['leaves its function', '}); return 1; (function () {', /SyntaxError/],
    ['returns too much', "return 'x'.repeat(300000)", /more than/],
    ['calls itself for ever', 'function f() { return f() + 1 } return f();', /stack|InternalError/],
  ])('that %s is told why', async (_, content, fault) => {
    await expect(run(content)).rejects.toThrow(fault);
    await expect(run(content)).rejects.toBeInstanceOf(ScriptFault);
  });

  it.each([
    ['never ends', 'for (;;) {}'],
    ['never ends and catches everything', 'for (;;) { try { for (;;) {} } catch {} }'],
    ['looks for a catastrophic pattern', "return /^(a+)+$/.test('a'.repeat(40) + '!')"],
    ['takes all memory', "const all = []; for (;;) all.push(new Array(1000000).fill('x'));"],
    ['takes memory in one go', "let s = 'x'; for (;;) s += s;"],
    ['takes memory by joining', "return Array(5e7).fill('long text').join('').length"],
    ['takes memory in buffers', 'const all = []; for (;;) all.push(new Uint8Array(8000000));'],
    ['sorts for ever', 'const a = Array.from({ length: 3e5 }, (_, i) => i); for (;;) a.sort(() => Math.random() - 0.5);'],
  ])('that %s is ended by its deadline', async (_, content) => {
    const started = scripts.run({ content, input: {}, environment: {}, timeoutMs: 500, signal: new AbortController().signal });
    await expect(started).rejects.toBeInstanceOf(ScriptFault);
  });

  it.each([
    ['process', 'typeof process'],
    ['require', 'typeof require'],
    ['fetch', 'typeof fetch'],
    ['timers', 'typeof setTimeout'],
    ['files', 'typeof std + typeof os'],
    ['the globals of the service', "typeof globalThis.constructor.constructor('return globalThis.process')()"],
    ['the function that prints', "typeof print.constructor('return process')"],
  ])('does not reach %s', async (_, expression) => {
    const { output } = await run(`try { return ${expression}; } catch (error) { return 'refused'; }`);
    expect(['undefined', 'undefinedundefined', 'refused', 'function']).toContain(output);
    await expect(run("return print.constructor('return process.env')()")).rejects.toThrow(/process/);
  });

  it('does not load modules', async () => {
    await expect(run("return import('node:fs')")).resolves.toMatchObject({ output: {} });
    await expect(run("import fs from 'fs'; return 1")).rejects.toBeInstanceOf(ScriptFault);
  });

  it('is ended when its execution is', async () => {
    const ending = new AbortController();
    const running = scripts.run({ content: 'for (;;) {}', input: {}, environment: {}, timeoutMs: 60_000, signal: ending.signal });
    setTimeout(() => ending.abort(), 300);
    await expect(running).rejects.toThrow('The execution was ended');
  });

  it('waits its turn when many run', async () => {
    const outputs = await Promise.all(Array.from({ length: 10 }, (_, index) => run(`return ${index}`)));
    expect(outputs.map(({ output }) => output)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
