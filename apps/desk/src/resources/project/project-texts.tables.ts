import type { TextIndex } from '@psa/postgres-kit';

/** Projects by any part of number, name, work breakdown code and the beginning of the description. */
export const projectTexts: TextIndex = { name: 'project_texts', of: 'projects', key: 'project_id' };
