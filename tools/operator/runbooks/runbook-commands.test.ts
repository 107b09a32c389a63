import { describe, expect, it } from '@jest/globals';
import { completed, runbookCommands } from './runbook-commands.ts';

const TEXT = `# Operations

## Tenants

\`\`\`sh
npm run psa -- tenant create --name 'My MSP' --slug my-msp   # prints a key
psa_job list-tenants '["tenant","list"]'
\`\`\`

### PsaDeadLetters
\`npm run psa -- dead-letter list --service <name>\` shows them. Then \`dead-letter requeue\`, or \`dead-letter requeue-all --consumer <name>\`; see \`PSA_HOME\`.
`;

describe('commands in a document', () => {
  it('are found in blocks, jobs and text, under their headings', () => {
    expect(runbookCommands(TEXT)).toEqual([
      { heading: 'Tenants', words: ['tenant', 'create', '--name', 'My MSP', '--slug', 'my-msp'], isMention: false },
      { heading: 'Tenants', words: ['tenant', 'list'], isMention: false },
      { heading: 'PsaDeadLetters', words: ['dead-letter', 'list', '--service', '<name>'], isMention: false },
      { heading: 'PsaDeadLetters', words: ['dead-letter', 'requeue'], isMention: true },
      { heading: 'PsaDeadLetters', words: ['dead-letter', 'requeue-all', '--consumer', '<name>'], isMention: false },
    ]);
  });

  it('are completed by what they cannot do without', () => {
    const [, , list, requeue, all] = runbookCommands(TEXT).map(completed);
    expect(list).toEqual(['dead-letter', 'list', '--service', '<name>']);
    expect(requeue).toEqual(['dead-letter', 'requeue', '--service', '<name>', '--event', '<id>', '--consumer', '<name>']);
    expect(all).toEqual(['dead-letter', 'requeue-all', '--consumer', '<name>', '--service', '<name>']);
  });
});
