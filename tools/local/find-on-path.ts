import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The full path of a program on the PATH, or in one of the other folders: a user's PATH often lacks sbin. */
export function findOnPath(program: string, others: readonly string[] = [], path = process.env.PATH ?? ''): string | undefined {
  return [...path.split(delimiter).filter(Boolean), ...others].map((folder) => join(folder, program)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
