import { installationCommands, operatorCommands } from '../operator-commands.ts';

/** A command line of `psa` as a document has it. */
export interface RunbookCommand {
  /** The headings it stands under, the nearest last. */
  readonly heading: string;
  /** Its words without `npm run psa --` or `psa`, placeholders such as `<name>` among them. */
  readonly words: readonly string[];
  /** Whether it only names the command, and leaves what it takes to the reader. */
  readonly isMention: boolean;
}

const COMMAND_LINE = /(?:npm run psa --|`psa) ([^`\n#]+)/g;
const JOB = /^psa_job \S+ '(\[.*\])'/gm;
const INLINE_CODE = /`([^`\n]+)`/g;

/** Each command of `psa` that a document in Markdown names: whole lines, jobs in a cluster, and names in the text. */
export function runbookCommands(markdown: string): RunbookCommand[] {
  const found: RunbookCommand[] = [];
  for (const section of markdown.split(/^(?=#{2,3} )/m)) {
    const heading = /^#{2,3} (.+)/.exec(section)?.[1] ?? '';
    for (const [, line = ''] of section.matchAll(COMMAND_LINE)) found.push({ heading, words: wordsOf(line), isMention: false });
    for (const [, list = ''] of section.matchAll(JOB)) found.push({ heading, words: JSON.parse(list) as string[], isMention: false });
    for (const [, code = ''] of section.matchAll(INLINE_CODE)) {
      const words = wordsOf(code);
      if (isCommandName(words)) found.push({ heading, words, isMention: words.length === 2 });
    }
  }
  return found;
}

const commands = [...operatorCommands, ...installationCommands];

/** The words of a command with what it cannot do without and a sentence leaves out: as a placeholder each. */
export function completed({ words }: RunbookCommand): string[] {
  const command = commands.find((one) => one.words[0] === words[0] && one.words[1] === words[1]);
  if (command === undefined) return [...words];
  const isPositional = (field: string) => field === command.positional && words[2] !== undefined && !words[2].startsWith('-');
  const missing = [
    ...('method' in command && command.service === undefined ? [{ flag: 'service', value: 'name' }] : []),
    ...command.options.filter(({ required, field }) => required === true && !isPositional(field)),
  ].filter(({ flag }) => !words.includes(`--${flag}`));
  return [...words, ...missing.flatMap(({ flag, value }) => [`--${flag}`, `<${value}>`])];
}

function isCommandName([first, second]: readonly string[]): boolean {
  return commands.some(({ words }) => words[0] === first && words[1] === second);
}

/** Splits a line as a shell does that knows quotes, and nothing else. */
function wordsOf(line: string): string[] {
  const words = line.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}
