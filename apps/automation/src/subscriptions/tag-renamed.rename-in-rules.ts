import { tagDefinitionEvents } from '@psa/contracts-desk';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../automation-app.ts';
import { renameTagInRules } from '../resources/rule-lifecycle/rename-tag.actions.ts';
import type { Tables } from '../tables.ts';

/** Rules go on with a tag that is called otherwise. */
export const renameTags = subscription<Tables, Ports>(
  'automation-renamed-tags',
  on(tagDefinitionEvents.updated, async (tx, { data: { tagged_type, tag_text: to, previous_text: from } }) => {
    if (from !== to) await renameTagInRules(tx, { tagged_type, from, to });
  }),
);
