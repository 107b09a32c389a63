import { createHash } from 'node:crypto';

/** Colours have a contrast of 4.5 to 1 at least in both schemes. */
export const STYLE = `
:root { color-scheme: light dark; --page: #eef1f5; --card: #fff; --text: #1b2430; --quiet: #4d5a6b; --line: #8a96a6; --accent: #1a56b0;
  --on-accent: #fff; --alarm: #a3161f; --alarm-card: #fdecec }
@media (prefers-color-scheme: dark) {
  :root { --page: #12161c; --card: #1c232d; --text: #eef2f7; --quiet: #b3bfce; --line: #77859a; --accent: #8ab8ff; --on-accent: #0d1b30;
  --alarm: #ffb4b4; --alarm-card: #3a1a1d }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 25rem; padding: 2rem; background: var(--card); border-radius: .75rem; box-shadow: 0 1px 3px #0003, 0 8px 24px #0001 }
h1 { margin: 0 0 1.25rem; font-size: 1.5rem; line-height: 1.25 }
p { margin: 0 0 1rem }
form { margin: 0 }
form + form { margin-top: .75rem }
.after { margin: 1rem 0 0 }
a:not(.button) { color: var(--accent) }
label { display: block; margin: 0 0 .25rem; font-weight: 600 }
input:not([type=checkbox]), select { display: block; width: 100%; margin: 0 0 1rem; padding: .6rem .75rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--line); border-radius: .4rem }
.check { display: flex; gap: .5rem; align-items: center; margin: 0 0 1rem; font-weight: 400 }
.check input { width: 1.15rem; height: 1.15rem; margin: 0 }
button, .button { display: block; width: 100%; padding: .7rem 1rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none;
  cursor: pointer; color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: .4rem }
.other { color: var(--accent); background: var(--card) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
details { margin: 0 0 1rem }
summary { margin: 0 0 .75rem; color: var(--quiet); cursor: pointer }
.alert { padding: .75rem 1rem; color: var(--alarm); background: var(--alarm-card); border-left: 4px solid var(--alarm); border-radius: .25rem }
.hint { margin: -.75rem 0 1rem; font-size: .9rem; color: var(--quiet) }
h2 { margin: 1.5rem 0 1rem; padding-top: 1.25rem; font-size: 1rem; border-top: 1px solid var(--line) }
.wide { max-width: 46rem; overflow-wrap: anywhere }
.wide h2 { font-size: 1.2rem }
.links { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 1rem 0 0; padding: 0; list-style: none }
.links a { display: inline-block; padding: .15rem 0 }
.items { margin: 0 0 1rem; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: .4rem }
.items > li { padding: .9rem 1rem }
.items > li + li { border-top: 1px solid var(--line) }
.items p { margin: .2rem 0 .6rem }
.items details { margin: 0 }
.quiet { font-size: .9rem; color: var(--quiet) }
.wide button, .wide .button { display: inline-block; width: auto }
.wide .other { padding: .4rem .9rem }
textarea { display: block; width: 100%; margin: 0 0 1rem; padding: .6rem .75rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: .4rem }
[aria-invalid=true] { border-color: var(--alarm); border-width: 2px }
.error { margin: -.75rem 0 1rem; font-size: .9rem; font-weight: 600; color: var(--alarm) }
.done { margin: 0 0 1rem; padding: .75rem 1rem; border-left: 4px solid var(--accent); background: var(--page); border-radius: .25rem }
.done p:last-child { margin: 0 }
.done code { font-size: 1rem }
.codes { columns: 12rem 2; margin: .5rem 0 0; padding: 0 0 0 2rem }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.qr { display: block; width: 13rem; height: 13rem; margin: 0 0 1rem; background: #fff; border-radius: .4rem }
`.replaceAll(/\n/g, '');

/** Names the one style sheet a page may have. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
