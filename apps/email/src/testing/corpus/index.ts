import { charsets } from './charsets.ts';
import type { CorpusMail } from './corpus-mail.ts';
import { oddities } from './oddities.ts';
import { programs } from './programs.ts';
import { replies } from './replies.ts';
import { senders } from './senders.ts';
import { structures } from './structures.ts';

export { type CorpusMail, wire } from './corpus-mail.ts';

/** Mails of the shapes that are met, with what is expected of each. */
export const corpus: readonly CorpusMail[] = [...replies, ...charsets, ...structures, ...programs, ...oddities, ...senders];
