import { type CorpusMail, corpusMail, htmlMail, multipart, parts, plainMail } from './corpus-mail.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const text = (body: string) => `Content-Type: text/plain; charset=utf-8\n\n${body}`;
const html = (body: string) => `Content-Type: text/html; charset=utf-8\n\n${body}`;
const png = (head: string) => `Content-Type: image/png; name="logo.png"\nContent-Transfer-Encoding: base64\n${head}\n\n${PNG}`;
const mixed = (name: string, body: string, expected: CorpusMail['expected'], type = 'mixed') =>
  corpusMail(`parts: ${name}`, multipart(type), body, expected);

/** An attribute of a TNEF file: level, id, length, bytes and their sum. */
function tnefAttribute(level: number, id: number, value: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt8(level);
  head.writeUInt32LE(id, 1);
  head.writeUInt32LE(value.length, 5);
  const sum = Buffer.alloc(2);
  sum.writeUInt16LE(value.reduce((total, byte) => (total + byte) & 0xffff, 0));
  return Buffer.concat([head, value, sum]);
}

/** A property of a message: its type, id and bytes. */
function tnefProperty(type: number, id: number, value: Buffer): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32LE(1);
  head.writeUInt16LE(type, 4);
  head.writeUInt16LE(id, 6);
  head.writeUInt32LE(1, 8);
  head.writeUInt32LE(value.length, 12);
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

/** RTF as Outlook packs it, each byte for itself. */
function packedRtf(rtf: string): Buffer {
  const runs = rtf.match(/[^]{1,8}/g) ?? [];
  const head = Buffer.alloc(16);
  head.writeUInt32LE(rtf.length, 4);
  head.write('LZFu', 8, 'latin1');
  return Buffer.concat([head, ...runs.map((run) => Buffer.from(`\0${run}`, 'latin1'))]);
}

const winmailOf = (...attributes: Buffer[]) => Buffer.concat([Buffer.from('789f3e220100', 'hex'), ...attributes]).toString('base64');
const body = (text: Buffer) => tnefAttribute(1, 0x0002_800c, text);
const property = (type: number, id: number, value: Buffer) => tnefAttribute(1, 0x0006_9003, tnefProperty(type, id, value));
const rtfAlone = (rtf: string) => winmailOf(body(Buffer.from('\0')), property(0x102, 0x1009, packedRtf(rtf)));

/** What Outlook sends in place of text and files. */
const winmail = winmailOf(
  body(Buffer.from('From Outlook\0')),
  tnefAttribute(2, 0x0006_9002, Buffer.alloc(14)),
  tnefAttribute(2, 0x0001_8010, Buffer.from('budget.xlsx\0')),
  tnefAttribute(2, 0x0006_800f, Buffer.from('cells')),
);
const codePage = Buffer.from([0xe3, 0x04, 0, 0, 0, 0, 0, 0]);
const winmailMail = (name: string, packed: string, expected: CorpusMail['expected']) =>
  mixed(
    `winmail.dat ${name}`,
    parts(
      `Content-Type: application/ms-tnef; name="winmail.dat"\nContent-Disposition: attachment; filename="winmail.dat"\nContent-Transfer-Encoding: base64\n\n${packed}`,
    ),
    expected,
  );

/** How mails are put together, and what they carry. */
export const structures: readonly CorpusMail[] = [
  mixed('text and HTML', parts(text('Plain'), html('<b>Rich</b>')), { text: 'Plain\n', htmlContains: ['<b>Rich</b>'] }, 'alternative'),
  mixed('HTML alone has a text', parts(html('<p>One</p><p>Two</p>')), { text: 'One\nTwo' }, 'alternative'),
  mixed('an empty text gives way to the HTML', parts(text('\n \n'), html('<p>Rich</p>')), { text: 'Rich' }, 'alternative'),
  mixed(
    'a file',
    parts(
      text('See file'),
      'Content-Type: application/pdf; name="a.pdf"\nContent-Disposition: attachment; filename="a.pdf"\nContent-Transfer-Encoding: base64\n\nJVBERg==',
    ),
    { files: ['a.pdf'] },
  ),
  mixed(
    'an inline image by its cid',
    parts(html('<img src="cid:logo@x">'), png('Content-ID: <logo@x>\nContent-Disposition: inline; filename="logo.png"')),
    { files: ['logo.png'], contentIds: ['logo@x'], htmlContains: ['cid:logo@x'] },
    'related',
  ),
  mixed(
    'a file name by RFC 2231',
    parts(text('x'), "Content-Type: text/csv\nContent-Disposition: attachment; filename*=utf-8''Gr%C3%BC%C3%9Fe.csv\n\na,b"),
    { files: ['Grüße.csv'] },
  ),
  mixed(
    'a file name in pieces',
    parts(text('x'), 'Content-Type: text/csv\nContent-Disposition: attachment; filename*0="long"; filename*1="name.csv"\n\na,b'),
    { files: ['longname.csv'] },
  ),
  mixed(
    'a file name in an encoded word',
    parts(
      text('x'),
      'Content-Type: text/csv; name="=?utf-8?Q?Gr=C3=BC=C3=9Fe.csv?="\nContent-Disposition: attachment; filename="=?utf-8?Q?Gr=C3=BC=C3=9Fe.csv?="\n\na,b',
    ),
    { files: ['Grüße.csv'] },
  ),
  mixed(
    'a file name leads out of no folder',
    parts(text('x'), 'Content-Type: text/csv\nContent-Disposition: attachment; filename="../../etc/passwd"\n\na'),
    { files: ['.._.._etc_passwd'] },
  ),
  mixed('a file without a name', parts(text('x'), 'Content-Type: application/octet-stream\nContent-Disposition: attachment\n\na'), {
    files: ['attachment'],
  }),
  mixed(
    'a calendar invitation',
    parts(
      text('Meeting'),
      'Content-Type: text/calendar; method=REQUEST; charset=utf-8\nContent-Disposition: attachment\n\nBEGIN:VCALENDAR\nEND:VCALENDAR',
    ),
    { text: 'Meeting\n', files: ['invite.ics'] },
  ),
  mixed(
    'a whole mail within',
    parts(text('See the mail'), 'Content-Type: message/rfc822\n\nFrom: x@y.example\nSubject: Inner\n\nInner text'),
    { text: 'See the mail\n', files: ['message.eml'] },
  ),
  mixed(
    'a signed mail',
    parts(
      text('Signed'),
      'Content-Type: application/pkcs7-signature; name="smime.p7s"\nContent-Disposition: attachment; filename="smime.p7s"\nContent-Transfer-Encoding: base64\n\nMIIB',
    ),
    { text: 'Signed\n', files: ['smime.p7s'] },
    'signed; protocol="application/pkcs7-signature"',
  ),
  mixed(
    'a PGP-encrypted mail',
    parts(
      'Content-Type: application/pgp-encrypted\n\nVersion: 1',
      'Content-Type: application/octet-stream; name="encrypted.asc"\n\n-----BEGIN PGP MESSAGE-----',
    ),
    { files: ['attachment', 'encrypted.asc'] },
    'encrypted; protocol="application/pgp-encrypted"',
  ),
  mixed(
    'parts within parts',
    `--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\n${text('Plain')}\n--c\n${html('<i>Rich</i>')}\n--c--\n--b\n${png('Content-Disposition: attachment; filename="logo.png"')}\n--b--\n`,
    { text: 'Plain\n', htmlContains: ['<i>Rich</i>'], files: ['logo.png'] },
  ),
  winmailMail('alone', winmail, { text: 'From Outlook', files: ['budget.xlsx'] }),
  winmailMail('in the code page it names', winmailOf(tnefAttribute(1, 0x0006_9007, codePage), body(Buffer.from([0xcf, 0xf0, 0]))), {
    text: 'Пр',
  }),
  winmailMail('with a text in Unicode', winmailOf(property(0x1f, 0x1000, Buffer.from('プリンター\0', 'utf16le'))), { text: 'プリンター' }),
  winmailMail(
    'with RTF alone',
    rtfAlone(
      "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0\\fswiss Arial;}{\\f1\\fcharset204 Arial Cyr;}}{\\*\\generator Outlook;}\\f0 Gr\\'fc\\'dfe \\u8364?5\\tab\\{x\\}\\par\r\n\\f1\\'cf\\'f0\\par}",
    ),
    { text: 'Grüße €5\t{x}\nПр\n' },
  ),
  winmailMail('with RTF alone, in Japanese', rtfAlone("{\\rtf1\\ansi\\ansicpg932\\'83v\\'83\\'8a\\'83\\'93}"), { text: 'プリン' }),
  winmailMail(
    'with RTF that was made of HTML',
    rtfAlone(
      '{\\rtf1\\ansi\\fromhtml1{\\*\\htmltag64 <p>}\\htmlrtf {\\b\\htmlrtf0 One{\\*\\htmltag84 &amp;}two\\htmlrtf }\\htmlrtf0{\\*\\htmltag72 </p>}\\htmlrtf \\par\\htmlrtf0}',
    ),
    { text: 'One&two', htmlContains: ['<p>One&amp;two</p>'] },
  ),
  mixed('a preamble and an epilogue are no text', `This is a multi-part message.\n${parts(text('Text'))}Epilogue`, { text: 'Text\n' }),
  corpusMail(
    'parts: a file is the whole mail',
    {
      'Content-Type': 'application/pdf; name="scan.pdf"',
      'Content-Disposition': 'attachment; filename="scan.pdf"',
      'Content-Transfer-Encoding': 'base64',
    },
    'JVBERg==',
    { files: ['scan.pdf'] },
  ),
  htmlMail(
    'html: script, handlers and frames are gone',
    '<p onclick="x()">Hi</p><script>a()</script><iframe src="https://x.example"></iframe><a href="javascript:x()">l</a>',
    { htmlContains: ['Hi'], htmlLacks: ['script', 'onclick', 'iframe', 'javascript'] },
  ),
  htmlMail('html: remote images are not fetched', '<p>Hi</p><img src="https://track.example/p.gif">', { htmlLacks: ['track.example'] }),
  htmlMail('html: styles that cover the page are gone', '<div style="position:fixed;top:0;color:red">Hi</div>', {
    htmlContains: ['color:red'],
    htmlLacks: ['position'],
  }),
  htmlMail('html: forms ask for nothing', '<form action="https://x.example"><input name="password">Pay</form>', {
    htmlLacks: ['form', 'input'],
  }),
  htmlMail('html: style sheets are no text', '<style>p{color:red}</style><title>T</title><p>Hi</p>', {
    text: 'Hi',
    htmlLacks: ['color:red'],
  }),
  htmlMail('html: Outlook conditionals', '<!--[if mso]><p>Old</p><![endif]--><p>Hi</p>', { text: 'Hi', htmlLacks: ['mso'] }),
  plainMail(
    'threading: references in their order',
    'x',
    { references: ['<a@x>', '<b@x>', '<c@x>'] },
    { References: '<a@x>\r\n <b@x> <c@x>' },
  ),
  plainMail('threading: references without blanks', 'x', { references: ['<a@x>', '<b@x>'] }, { References: '<a@x><b@x>' }),
];
