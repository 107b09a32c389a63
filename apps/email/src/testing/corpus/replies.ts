import { type CorpusMail, htmlMail, plainMail } from './corpus-mail.ts';

const reply = (name: string, body: string, kept: string): CorpusMail => plainMail(`reply: ${name}`, body, { reply: kept });
const block = (lines: readonly string[]) => `Done.\n\n${lines.join('\n')}\n\nOld text`;

/** How clients quote what they answer. */
export const replies: readonly CorpusMail[] = [
  reply('Gmail', 'Yes.\n\nOn Mon, Jan 5, 2026 at 8:00 AM Support <support@msp.example> wrote:\n\n> Is it on?\n', 'Yes.'),
  reply(
    'Gmail, wrapped attribution',
    'Yes.\n\nOn Mon, Jan 5, 2026 at 8:00 AM Support Team of Example <\nsupport@msp.example> wrote:\n\n> Is it on?\n',
    'Yes.',
  ),
  reply('Apple Mail', 'Yes.\n\n> On 5 Jan 2026, at 08:00, Support <support@msp.example> wrote:\n> \n> Is it on?\n', 'Yes.'),
  reply(
    'Apple Mail, attribution unquoted',
    'Yes.\n\nOn 5 Jan 2026, at 08:00, Support <support@msp.example> wrote:\n\n> Is it on?\n',
    'Yes.',
  ),
  reply('Thunderbird', 'Yes.\n\nOn 05.01.26 08:00, Support wrote:\n> Is it on?\n', 'Yes.'),
  reply('Thunderbird, German', 'Ja.\n\nAm 05.01.26 um 08:00 schrieb Support:\n> Ist es an?\n', 'Ja.'),
  reply(
    'Outlook, English block',
    block(['From: Support <support@msp.example>', 'Sent: Monday, January 5, 2026 8:00 AM', 'To: Grace', 'Subject: RE: Printer']),
    'Done.',
  ),
  reply(
    'Outlook, German block',
    block(['Von: Support <support@msp.example>', 'Gesendet: Montag, 5. Januar 2026 08:00', 'An: Grace', 'Betreff: AW: Drucker']),
    'Done.',
  ),
  reply(
    'Outlook, French block',
    block(['De : Support <support@msp.example>', 'Envoyé : lundi 5 janvier 2026 08:00', 'À : Grace', 'Objet : RE: Imprimante']),
    'Done.',
  ),
  reply(
    'Outlook, Spanish block',
    block(['De: Support', 'Enviado el: lunes, 5 de enero de 2026 8:00', 'Para: Grace', 'Asunto: RE: Impresora']),
    'Done.',
  ),
  reply(
    'Outlook, Italian block',
    block(['Da: Support', 'Inviato: lunedì 5 gennaio 2026 08:00', 'A: Grace', 'Oggetto: R: Stampante']),
    'Done.',
  ),
  reply(
    'Outlook, Dutch block',
    block(['Van: Support', 'Verzonden: maandag 5 januari 2026 08:00', 'Aan: Grace', 'Onderwerp: RE: Printer']),
    'Done.',
  ),
  reply('Outlook, with Cc between', block(['From: Support', 'Sent: Monday', 'To: Grace', 'Cc: Bob', 'Subject: RE: Printer']), 'Done.'),
  reply('Outlook, bold names', block(['*From:* Support', '*Sent:* Monday', '*To:* Grace', '*Subject:* RE: Printer']), 'Done.'),
  reply(
    'Outlook, rule above the block',
    block(['________________________________', 'From: Support', 'Sent: Monday', 'To: Grace', 'Subject: RE: Printer']),
    'Done.',
  ),
  reply(
    'Outlook, Original Message',
    'Done.\n\n-----Original Message-----\nFrom: Support\nSent: Monday\nTo: Grace\nSubject: RE: Printer\n\nOld',
    'Done.',
  ),
  reply('Outlook, Ursprüngliche Nachricht', 'Erledigt.\n\n-----Ursprüngliche Nachricht-----\nVon: Support\n\nAlt', 'Erledigt.'),
  reply(
    'Outlook for iOS',
    'Done.\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Support\nSent: Monday\nTo: Grace\nSubject: RE\n\nOld',
    'Done.',
  ),
  reply(
    'iPhone',
    'Works now.\n\nSent from my iPhone\n\n> On 5 Jan 2026, at 08:00, Support <support@msp.example> wrote:\n> \n> Try again\n',
    'Works now.',
  ),
  reply(
    'iPhone, German',
    'Geht.\n\nVon meinem iPhone gesendet\n\n> Am 05.01.2026 um 08:00 schrieb Support <support@msp.example>:\n> \n> Nochmal\n',
    'Geht.',
  ),
  reply('Android', 'OK\n\nSent from my Galaxy\n', 'OK'),
  reply(
    'French attribution',
    'Oui.\n\nLe lun. 5 janv. 2026 à 08:00, Support <support@msp.example> a écrit :\n\n> Est-ce allumé ?\n',
    'Oui.',
  ),
  reply(
    'Spanish attribution',
    'Sí.\n\nEl lun, 5 ene 2026 a las 8:00, Support (<support@msp.example>) escribió:\n\n> ¿Está encendida?\n',
    'Sí.',
  ),
  reply(
    'Italian attribution',
    'Sì.\n\nIl giorno lun 5 gen 2026 alle ore 08:00 Support <support@msp.example> ha scritto:\n\n> È accesa?\n',
    'Sì.',
  ),
  reply(
    'Portuguese attribution',
    'Sim.\n\nEm seg., 5 de jan. de 2026 às 08:00, Support <support@msp.example> escreveu:\n\n> Está ligada?\n',
    'Sim.',
  ),
  reply('Dutch attribution', 'Ja.\n\nOp ma 5 jan 2026 om 08:00 schreef Support <support@msp.example>:\n\n> Staat het aan?\n', 'Ja.'),
  reply('Swedish attribution', 'Ja.\n\nDen mån 5 jan. 2026 kl 08:00 skrev Support <support@msp.example>:\n\n> Är den på?\n', 'Ja.'),
  reply('Polish attribution', 'Tak.\n\nW dniu 05.01.2026 o 08:00, Support pisze:\n> Czy włączona?\n', 'Tak.'),
  reply('Japanese attribution', 'はい。\n\n2026年1月5日(月) 8:00 Support <support@msp.example>:\n\n> 電源は入っていますか\n', 'はい。'),
  reply(
    'our own delimiter',
    'Yes.\n\nOn Mon, 5 Jan 2026, Support wrote:\n\n##- Please type your reply above this line -##\n\nIs it on?',
    'Yes.',
  ),
  reply('our own delimiter alone', 'Yes.\n\n##- Please type your reply above this line -##\n\nIs it on?', 'Yes.'),
  reply(
    'answers between the lines stay',
    'See below.\n\nOn Mon, 5 Jan 2026, Support wrote:\n> Is it on?\nYes.\n> Is it plugged in?\nNo.\n',
    'See below.',
  ),
  reply('a signature', 'Please call me.\n\n-- \nGrace Hopper\nClient Inc.\n+1 555 0100', 'Please call me.'),
  reply('a signature without its blank', 'Please call me.\n\n--\nGrace Hopper', 'Please call me.'),
  reply(
    'a list with dashes stays',
    'Two things:\n- paper\n- toner\n-- see both --\nThanks',
    'Two things:\n- paper\n- toner\n-- see both --\nThanks',
  ),
  reply(
    'a Subject: line in the text stays',
    'Do this:\nSubject: must be short\nFrom: nobody\nThanks',
    'Do this:\nSubject: must be short\nFrom: nobody\nThanks',
  ),
  reply(
    'a sentence that looks like an attribution stays',
    'On Monday the printer wrote:\nERROR 42\nWhat now?',
    'On Monday the printer wrote:\nERROR 42\nWhat now?',
  ),
  reply('only a quote stays', '> Is it on?\n> Yes it is', '> Is it on?\n> Yes it is'),
  reply('nothing stays nothing', '', ''),
  reply(
    'top posting over two levels',
    'Third.\n\nOn Tue, 6 Jan 2026, Grace wrote:\n> Second.\n>\n> On Mon, 5 Jan 2026, Support wrote:\n>> First.\n',
    'Third.',
  ),
  htmlMail(
    'reply: Gmail in HTML',
    '<div dir="ltr">Yes.</div><br><div class="gmail_quote"><div dir="ltr">On Mon, Jan 5, 2026 at 8:00 AM Support &lt;<a href="mailto:support@msp.example">support@msp.example</a>&gt; wrote:<br></div><blockquote>Is it on?</blockquote></div>',
    { reply: 'Yes.' },
  ),
  htmlMail(
    'reply: Outlook in HTML',
    '<p>Done.</p><div style="border-top:solid 1px"><p><b>From:</b> Support<br><b>Sent:</b> Monday<br><b>To:</b> Grace<br><b>Subject:</b> RE: Printer</p></div><p>Old</p>',
    { reply: 'Done.' },
  ),
];
