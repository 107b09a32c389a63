import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { FILE_ROLES, withoutRole } from './file-roles.ts';

describe('roles of files', () => {
  it('are those of the list, once a file', () => {
    const files = ['asset.handlers.ts', 'qr-code.ts', 'asset.rules.test.ts', 'asset.test.ts', 'asset.write.ts', 'asset.list.view.ts'];
    expect(withoutRole(files)).toEqual(['asset.write.ts', 'asset.list.view.ts']);
  });

  it('are explained to newcomers', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/start-here.md'), 'utf8');
    for (const role of FILE_ROLES) expect(page).toContain(`\`.${role}\``);
  });
});
