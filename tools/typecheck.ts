import { typesAreRight } from './local/types-are-right.ts';

process.exit(typesAreRight('tsconfig.json', process.argv.slice(2)) ? 0 : 1);
