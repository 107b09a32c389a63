import type { Action, AutomationCondition, entityTables } from '@psa/contracts-automation';

/** A tag that is called otherwise from now on, on all entities of a kind. */
export interface RenamedTag {
  readonly tagged_type: string;
  readonly from: string;
  readonly to: string;
}

/** What of a rule may name tags. */
export interface NamingTags {
  readonly event_type: string | null;
  readonly conditions: readonly AutomationCondition[];
  readonly actions: readonly Action[];
}

const TYPE_OF_TABLE: Readonly<Partial<Record<(typeof entityTables)[number], string>>> = {
  assets: 'asset',
  clients: 'client',
  contacts: 'contact',
  tickets: 'ticket',
  projects: 'project',
  project_tasks: 'project_task',
};

const lastOf = (path: string) => path.split('.').at(-1) ?? path;

/** Has a rule name a tag as it is called now. @returns what changed of it; nothing when it does not name the tag */
export function withRenamedTag(rule: NamingTags, tag: RenamedTag): { conditions?: AutomationCondition[]; actions?: Action[] } {
  const conditions = rule.conditions.map((condition) =>
    isAbout(rule, condition, tag) ? { ...condition, value: renamed(condition.value, tag) as typeof condition.value } : condition,
  );
  const actions = rule.actions.map((action) => actionAfter(action, tag));
  return {
    ...(!same(conditions, rule.conditions) && { conditions }),
    ...(!same(actions, rule.actions) && { actions }),
  };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Whether a condition compares the text of tags of the kind. */
function isAbout({ event_type, conditions }: NamingTags, { field }: AutomationCondition, { tagged_type }: RenamedTag): boolean {
  if (lastOf(field) === 'tags') return event_type?.startsWith(`${tagged_type}.`) === true;
  if (lastOf(field) !== 'tag_text') return false;
  // A rule that says which kind it is about says so in another condition.
  const kinds = conditions.filter((other) => lastOf(other.field) === 'tagged_type').map(({ value }) => value);
  return kinds.length === 0 || kinds.some((kind) => kind === tagged_type || (Array.isArray(kind) && kind.includes(tagged_type)));
}

function renamed(value: unknown, { from, to }: RenamedTag): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((one: unknown) => renamed(one, { tagged_type: '', from, to })))];
  return typeof value === 'string' && value.toLowerCase() === from ? to : value;
}

/** An action with the tags it gives called as they are now. */
function actionAfter(action: Action, tag: RenamedTag): Action {
  const config = action.config as Record<string, unknown>;
  const [member, type] = memberWithTags(action.type, config);
  const data = member === undefined ? undefined : (config[member] as Record<string, unknown> | undefined);
  if (member === undefined || type !== tag.tagged_type || !Array.isArray(data?.['tags'])) return action;
  return { ...action, config: { ...config, [member]: { ...data, tags: renamed(data['tags'], tag) } } } as Action;
}

/** Where the data of an action are, and of what kind of entity. */
function memberWithTags(
  type: Action['type'],
  config: Record<string, unknown>,
): readonly [string, string | undefined] | readonly [undefined] {
  switch (type) {
    case 'ticket_creation':
    case 'ticket_update':
      return ['ticket_data', 'ticket'];
    case 'project_update':
      return ['changes', 'project'];
    case 'database_update':
      return ['data', TYPE_OF_TABLE[config['table'] as (typeof entityTables)[number]]];
    default:
      return [undefined];
  }
}
