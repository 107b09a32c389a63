import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Imported ahead of a program: has it collect its garbage when it is sent SIGUSR2. */
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
process.on('SIGUSR2', () => collectGarbage());
