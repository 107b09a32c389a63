/** Words that YAML 1.1 and 1.2 read as something else than a text. */
const RESERVED = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n']);

/**
 * A JSON value as YAML, in block style. The yaml package takes a second for a document of this size, in which the gateway
 * would serve nobody; this takes a hundredth of that, because every JSON text is a YAML text already.
 */
export function toYaml(value: unknown): string {
  return `${write(value, '').trimStart()}\n`;
}

/** @returns what follows a key or a dash: a scalar behind a blank, or a block of lines below it */
function write(value: unknown, indent: string): string {
  if (typeof value === 'string') return text(value, indent);
  if (typeof value !== 'object' || value === null) return ` ${JSON.stringify(value)}`;
  if (Array.isArray(value)) {
    if (value.length === 0) return ' []';
    return value.map((item) => `\n${indent}-${nested(item, indent)}`).join('');
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return ' {}';
  return members.map(([key, member]) => `\n${indent}${keyText(key)}:${write(member, `${indent}  `)}`).join('');
}

/** An object or a list within a list begins on the line of its dash. */
function nested(item: unknown, indent: string): string {
  const deeper = `${indent}  `;
  const block = write(item, deeper);
  return block.startsWith(`\n${deeper}`) && typeof item === 'object' ? ` ${block.slice(deeper.length + 1)}` : block;
}

function keyText(key: string): string {
  return /^[A-Za-z_][\w-]*$/.test(key) && !RESERVED.has(key.toLowerCase()) ? key : JSON.stringify(key);
}

/** Several lines stay lines, where none of them needs an escape. */
function text(value: string, indent: string): string {
  if (!/^\S.*\n[\s\S]*\S$/.test(value) || !/^[\x20-\x7e\n]*$/.test(value)) return ` ${JSON.stringify(value)}`;
  const deeper = indent === '' ? '  ' : indent;
  return ` |-\n${value
    .split('\n')
    .map((line) => (line === '' ? '' : deeper + line))
    .join('\n')}`;
}
