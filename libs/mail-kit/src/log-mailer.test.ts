import { describe, expect, it } from '@jest/globals';
import { logMailer } from './log-mailer.ts';

describe('mails where there is no mail server', () => {
  const mail = { to: ['a@example.com'], subject: 'Welcome', text: 'https://psa.example.com/?token=secret', messageId: '<1@psa>' };
  const printed = async (withText: boolean) => {
    const lines: object[] = [];
    await logMailer(
      {
        info: (facts) => {
          lines.push(facts);
        },
      },
      { withText },
    ).send(mail);
    return lines;
  };

  it('are printed without what they say', async () => {
    expect(await printed(false)).toEqual([{ to: ['a@example.com'], subject: 'Welcome', message_id: '<1@psa>' }]);
  });

  it('are printed whole on somebody’s own machine', async () => {
    expect(await printed(true)).toMatchObject([{ mail: mail.text }]);
  });
});
