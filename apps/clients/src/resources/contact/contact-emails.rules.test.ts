import { describe, expect, it } from '@jest/globals';
import type { EmailType } from '@psa/contracts-clients';
import { chooseEmails, type ContactEmails, toAdditional, type WantedEmails } from './contact-emails.rules.ts';
import type { Kind } from './contact-kind.rules.ts';

const kind = (canonical: EmailType): Kind<EmailType> => ({ canonical, id: null, label: null });
const before: ContactEmails = {
  primary: { email: 'a@x', kind: kind('work') },
  additional: [toAdditional('b@x', kind('personal'), 0, 'id b'), toAdditional('c@x', kind('billing'), 1, 'id c')],
};
const nothing: WantedEmails = { email: undefined, kind: undefined, additional: undefined, additionalKinds: [] };
const lists = (...emails: string[]) => ({
  additional: emails.map((email_address) => ({ email_address })),
  additionalKinds: emails.map(() => kind('other')),
});

let made = 0;
const choose = (wanted: Partial<WantedEmails>, previous: ContactEmails | null = before) =>
  chooseEmails({ ...nothing, ...wanted }, previous ?? undefined, () => `new ${made++}`);
const summary = ({ primary, additional }: ContactEmails) => [
  `${primary.email} ${primary.kind.canonical}`,
  ...additional.map(({ email_address, canonical_type }) => `${email_address} ${canonical_type}`),
];

describe('the addresses of a contact', () => {
  it.each<[string, Partial<WantedEmails>, string[]]>([
    ['nothing said', {}, ['a@x work', 'b@x personal', 'c@x billing']],
    ['another kind', { kind: kind('billing') }, ['a@x billing', 'b@x personal', 'c@x billing']],
    ['a new primary keeps the one before', { email: 'n@x' }, ['n@x work', 'b@x personal', 'c@x billing', 'a@x work']],
    ['a promoted one changes places', { email: 'c@x' }, ['c@x billing', 'b@x personal', 'a@x work']],
    ['a promoted one with another kind', { email: 'b@x', kind: kind('other') }, ['b@x other', 'c@x billing', 'a@x work']],
    ['a promoted one written back in the list', { email: 'b@x', ...lists('b@x', 'c@x') }, ['b@x personal', 'c@x other', 'a@x work']],
    ['a new primary with a list that leaves the one before out', { email: 'n@x', ...lists('c@x') }, ['n@x work', 'c@x other']],
    ['a new primary with a list that has the one before', { email: 'n@x', ...lists('a@x') }, ['n@x work', 'a@x other']],
    ['an emptied list', { ...lists() }, ['a@x work']],
    ['the same primary again', { email: 'a@x' }, ['a@x work', 'b@x personal', 'c@x billing']],
  ])('%s', (_, wanted, kept) => {
    expect(summary(choose(wanted))).toEqual(kept);
  });

  it('are of the kind work when nothing is said', () => {
    expect(summary(choose({ email: 'n@x' }, null))).toEqual(['n@x work']);
  });

  it('keep their ids', () => {
    expect(choose(lists('c@x', 'n@x')).additional.map(({ contact_additional_email_address_id: id }) => id)).toEqual([
      'id c',
      expect.stringMatching(/^new/),
    ]);
    expect(
      choose({ ...lists('n@x'), additional: [{ email_address: 'n@x', contact_additional_email_address_id: 'id b' }] }).additional[0],
    ).toMatchObject({ contact_additional_email_address_id: 'id b', email_address: 'n@x' });
  });

  it.each<[string, Partial<WantedEmails>, (string | number)[]]>([
    ['the primary one again', lists('b@x', 'a@x'), ['additional_email_addresses', 1, 'email_address']],
    ['one twice', lists('n@x', 'n@x'), ['additional_email_addresses', 1, 'email_address']],
    ['more than there may be', { email: 'n@x' }, ['email']],
  ])('refuse %s', (_, wanted, path) => {
    const many: ContactEmails = {
      ...before,
      additional: Array.from({ length: 20 }, (__, index) => toAdditional(`${index}@x`, kind('work'), index, `id ${index}`)),
    };
    try {
      choose(wanted, path[0] === 'email' ? many : before);
    } catch (error) {
      expect((error as { details: unknown }).details).toMatchObject([{ path }]);
      return;
    }
    throw new Error('was let in');
  });
});
