import { type CorpusMail, corpusMail, htmlMail, plainMail } from './corpus-mail.ts';

const encoded = (name: string, charset: string, bytes: Buffer, text: string): CorpusMail =>
  corpusMail(`charset: ${name}`, { 'Content-Type': `text/plain; charset=${charset}`, 'Content-Transfer-Encoding': '8bit' }, bytes, {
    text,
  });
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const subject = (name: string, value: string, expected: string): CorpusMail =>
  plainMail(`subject: ${name}`, 'x', { subject: expected }, { Subject: value });

/** Texts, names and subjects in the encodings that are met. */
export const charsets: readonly CorpusMail[] = [
  encoded('UTF-8', 'utf-8', Buffer.from('Grüße ✓'), 'Grüße ✓'),
  encoded('quoted name', '"UTF-8"', Buffer.from('Grüße'), 'Grüße'),
  encoded('ISO-8859-1', 'iso-8859-1', hex('47 72 fc df 65'), 'Grüße'),
  encoded('ISO-8859-15 with the euro', 'iso-8859-15', hex('35 20 a4'), '5 €'),
  encoded('Windows-1252 quotes', 'windows-1252', hex('93 48 69 94'), '“Hi”'),
  encoded('ISO-8859-1 that is Windows-1252', 'iso-8859-1', hex('93 48 69 94'), '“Hi”'),
  encoded('Windows-1251', 'windows-1251', hex('cf f0 e8 e2 e5 f2'), 'Привет'),
  encoded('KOI8-R', 'koi8-r', hex('f0 d2 c9 d7 c5 d4'), 'Привет'),
  encoded('ISO-8859-2', 'iso-8859-2', hex('bf f3 b3 77'), 'żółw'),
  encoded('Shift_JIS', 'shift_jis', hex('93 fa 96 7b'), '日本'),
  encoded('EUC-JP', 'euc-jp', hex('c6 fc cb dc'), '日本'),
  encoded('ISO-2022-JP', 'iso-2022-jp', Buffer.from('\x1b$BF|K\\\x1b(B', 'latin1'), '日本'),
  corpusMail(
    'charset: ISO-2022-JP without a declared charset',
    { 'Content-Type': 'text/plain' },
    Buffer.from('\x1b$BF|K\\\x1b(B', 'latin1'),
    {
      text: '日本',
    },
  ),
  encoded('GB2312', 'gb2312', hex('c4 e3 ba c3'), '你好'),
  encoded('GB18030', 'gb18030', hex('c4 e3 ba c3'), '你好'),
  encoded('Big5', 'big5', hex('a7 41 a6 6e'), '你好'),
  encoded('EUC-KR', 'euc-kr', hex('be c8 b3 e7'), '안녕'),
  encoded('US-ASCII', 'us-ascii', Buffer.from('plain'), 'plain'),
  corpusMail('charset: an unknown one is read as far as it goes', { 'Content-Type': 'text/plain; charset=x-klingon' }, 'Hello', {
    text: 'Hello',
  }),
  corpusMail('charset: UTF-8 without a declared charset', { 'Content-Type': 'text/plain' }, Buffer.from('Grüße'), { text: 'Grüße' }),
  corpusMail(
    'transfer: quoted-printable',
    { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Transfer-Encoding': 'quoted-printable' },
    'Gr=C3=BC=C3=9Fe and a line that is=\n continued',
    { text: 'Grüße and a line that is continued' },
  ),
  corpusMail(
    'transfer: base64',
    { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Transfer-Encoding': 'base64' },
    Buffer.from('Grüße').toString('base64'),
    { text: 'Grüße' },
  ),
  corpusMail('transfer: format=flowed', { 'Content-Type': 'text/plain; charset=utf-8; format=flowed' }, 'A line \nthat flows', {
    text: 'A line that flows',
  }),
  plainMail('text: NUL and lone surrogates cannot be stored', 'a\0b', { text: 'ab' }),
  htmlMail('text: entities of HTML', '<p>5 &lt; 6 &amp; 7&nbsp;&gt; 6</p>', { text: '5 < 6 & 7 > 6' }),
  subject('B encoding', '=?utf-8?B?R3LDvMOfZQ==?=', 'Grüße'),
  subject('Q encoding', '=?iso-8859-1?Q?Gr=FC=DFe_an_alle?=', 'Grüße an alle'),
  subject('two encoded words belong together', '=?utf-8?Q?Gr=C3=BC?= =?utf-8?Q?=C3=9Fe?=', 'Grüße'),
  subject('folded', 'A long\r\n subject', 'A long subject'),
  subject('emoji', '=?utf-8?B?8J+UpSBmaXJl?=', '🔥 fire'),
  subject('line breaks begin no header', '=?utf-8?Q?Hi=0D=0ABcc:_x=40example.com?=', 'Hi Bcc: x@example.com'),
  subject('script is text', '<script>alert(1)</script>', '<script>alert(1)</script>'),
  subject('none', '', ''),
  plainMail(
    'from: encoded name',
    'x',
    { from: 'grace@client.example', fromName: 'Grüße' },
    { From: '=?utf-8?Q?Gr=C3=BC=C3=9Fe?= <grace@client.example>' },
  ),
  plainMail(
    'from: name with a comma',
    'x',
    { from: 'grace@client.example', fromName: 'Hopper, Grace' },
    { From: '"Hopper, Grace" <Grace@Client.example>' },
  ),
  plainMail('from: address alone', 'x', { from: 'grace@client.example', fromName: null }, { From: 'grace@client.example' }),
  plainMail('to: a group and a list', 'x', { to: ['a@x.example', 'b@x.example'] }, { To: 'Team: a@x.example, b@x.example;' }),
];
