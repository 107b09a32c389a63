import { type CorpusMail, corpusMail, multipart, parts, plainMail, wire } from './corpus-mail.ts';

const odd = (name: string, raw: Buffer | string, expected: CorpusMail['expected']): CorpusMail => ({
  name: `malformed: ${name}`,
  raw: typeof raw === 'string' ? Buffer.from(raw, 'latin1') : raw,
  expected,
});
const forward = (name: string, subject: string, body: string, forwarded: string | null): CorpusMail =>
  plainMail(`forward: ${name}`, body, { forwarded }, { Subject: subject });

/** What is broken or forwarded. */
export const oddities: readonly CorpusMail[] = [
  odd('nothing', '', { text: '', from: null, subject: '' }),
  odd('a body without a header', '\r\nHello', { from: null, textContains: ['Hello'] }),
  odd('a header without a body', 'From: a@x.example\r\nSubject: Only a header', {
    from: 'a@x.example',
    subject: 'Only a header',
    text: '',
  }),
  odd('lines that end with LF alone', 'From: a@x.example\nSubject: LF\n\nText\n', { from: 'a@x.example', subject: 'LF', text: 'Text\n' }),
  odd('a boundary that never ends', wire(multipart('mixed'), '--b\nContent-Type: text/plain\n\nText that ends'), {
    textContains: ['Text that ends'],
  }),
  odd('a boundary that never begins', wire(multipart('mixed'), 'Text without parts'), {}),
  odd('a multipart without a boundary', wire({ 'Content-Type': 'multipart/mixed' }, 'Text'), {}),
  odd('base64 that is none', wire({ 'Content-Transfer-Encoding': 'base64', 'Content-Type': 'text/plain' }, '!!!not base64!!!'), {}),
  odd('base64 cut short', wire({ 'Content-Transfer-Encoding': 'base64', 'Content-Type': 'text/plain' }, 'SGVsbG8gd29ybG'), {
    textContains: ['Hello'],
  }),
  odd(
    'quoted-printable cut short',
    wire({ 'Content-Transfer-Encoding': 'quoted-printable', 'Content-Type': 'text/plain; charset=utf-8' }, 'Gr=C3=BC=C'),
    { textContains: ['Grü'] },
  ),
  odd('an unknown transfer encoding', wire({ 'Content-Transfer-Encoding': 'x-uue', 'Content-Type': 'text/plain' }, 'Text'), {
    textContains: ['Text'],
  }),
  odd('two Subjects: the first counts', 'From: a@x.example\r\nSubject: One\r\nSubject: Two\r\n\r\nx', { from: 'a@x.example' }),
  odd('no From', wire({ From: null }, 'x'), { from: null }),
  odd('a From without an address', wire({ From: 'undisclosed' }, 'x'), { from: null }),
  odd('a From with an angle that never closes', wire({ From: 'Grace <grace@client.example' }, 'x'), { from: 'grace@client.example' }),
  odd('an unreadable date', wire({ Date: 'yesterday' }, 'x'), { from: 'grace@client.example', textContains: ['x'] }),
  odd('a header of 300 KiB', wire({ 'X-Long': 'x'.repeat(300 * 1024) }, 'Text'), {}),
  odd(
    'raw 8-bit bytes in a header',
    Buffer.concat([Buffer.from('From: a@x.example\r\nSubject: Gr'), Buffer.from([0xfc, 0xdf]), Buffer.from('e\r\n\r\nx')]),
    { from: 'a@x.example' },
  ),
  odd('raw UTF-8 in a header', Buffer.from('From: a@x.example\r\nSubject: Grüße\r\n\r\nx'), { subject: 'Grüße' }),
  odd('an encoded word that never ends', wire({ Subject: '=?utf-8?Q?Gr=C3=BC' }, 'x'), { from: 'grace@client.example' }),
  odd('an encoded word of an unknown charset', wire({ Subject: '=?x-klingon?Q?Hi?=' }, 'x'), { from: 'grace@client.example' }),
  odd(
    'parts 100 deep',
    wire(
      { 'Content-Type': 'multipart/mixed; boundary=b0' },
      `${Array.from({ length: 100 }, (_, level) => `--b${level}\nContent-Type: multipart/mixed; boundary=b${level + 1}\n\n`).join('')}Text`,
    ),
    {},
  ),
  odd(
    'a thousand parts',
    wire(
      multipart('mixed'),
      parts(
        ...Array.from(
          { length: 1000 },
          (_, index) => `Content-Type: text/csv\nContent-Disposition: attachment; filename="${index}.csv"\n\n${index}`,
        ),
      ),
    ),
    { textContains: [] },
  ),
  odd(
    'a winmail.dat that is none',
    wire(
      multipart('mixed'),
      parts('Content-Type: application/ms-tnef; name="winmail.dat"\nContent-Disposition: attachment; filename="winmail.dat"\n\nnot tnef'),
    ),
    { files: ['winmail.dat'] },
  ),
  corpusMail('malformed: the content type is nonsense', { 'Content-Type': ';;;=' }, 'Text', { files: ['attachment'] }),
  forward(
    'Gmail',
    'Fwd: Help',
    'See below\n\n---------- Forwarded message ---------\nFrom: Jane Doe <jane@acme.example>\nDate: Mon\nSubject: Help\nTo: <me@msp.example>\n\nIt burns',
    'jane@acme.example',
  ),
  forward(
    'Apple Mail',
    'Fwd: Help',
    'FYI\n\nBegin forwarded message:\n\n> From: Jane Doe <jane@acme.example>\n> Subject: Help\n> \n> It burns',
    'jane@acme.example',
  ),
  forward(
    'Outlook',
    'FW: Help',
    'FYI\n\nFrom: Jane Doe <jane@acme.example>\nSent: Monday\nTo: Me\nSubject: Help\n\nIt burns',
    'jane@acme.example',
  ),
  forward(
    'Outlook, German',
    'WG: Hilfe',
    'Zur Info\n\nVon: Jane Doe <jane@acme.example>\nGesendet: Montag\nAn: Mich\nBetreff: Hilfe\n\nEs brennt',
    'jane@acme.example',
  ),
  forward(
    'Outlook, mailto in brackets',
    'FW: Help',
    'From: Jane Doe [mailto:jane@acme.example]\nSent: Monday\nTo: Me\nSubject: Help\n\nIt burns',
    'jane@acme.example',
  ),
  forward(
    'Thunderbird',
    'Fwd: Help',
    '-------- Forwarded Message --------\nSubject: Help\nDate: Mon\nFrom: Jane Doe <jane@acme.example>\nTo: me@msp.example\n\nIt burns',
    'jane@acme.example',
  ),
  forward(
    'French',
    'TR : Aide',
    '---------- Message transféré ---------\nDe : Jane Doe <jane@acme.example>\nObjet : Aide\n\nÇa brûle',
    'jane@acme.example',
  ),
  forward('a subject alone is none', 'Fwd: Help', 'Nothing of it here', null),
  forward('a reply is none', 'Re: Help', 'From: Jane Doe <jane@acme.example>\nSent: Monday\nTo: Me\nSubject: Help', null),
];
