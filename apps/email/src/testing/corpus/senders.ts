import { type MailReceiver, receiverOf } from '../../resources/mail/sender-authentication.rules.ts';
import type { CorpusMail } from './corpus-mail.ts';

const MAILBOX = 'support@msp.example';
const gmail = receiverOf(MAILBOX, { provider_type: 'google', config: {} });
const microsoft = receiverOf(MAILBOX, { provider_type: 'microsoft', config: {} });
const imap = (authserv_id: string | null = null, host = 'imap.msp.example') =>
  receiverOf(MAILBOX, { provider_type: 'imap', config: { host, authserv_id } });

const OWN = [
  'From: Grace Hopper <grace@client.example>',
  `To: ${MAILBOX}`,
  'Subject: Printer',
  'Message-ID: <1@client.example>',
  'Date: Mon, 05 Jan 2026 08:00:00 +0000',
];
const results = (value: string) => `Authentication-Results: ${value}`;

/** A mail with what servers wrote above it, as it lies in the mailbox. */
function sender(
  name: string,
  receiver: MailReceiver,
  authentication: 'pass' | 'fail' | 'none',
  above: readonly string[],
  own: readonly string[] = OWN,
): CorpusMail {
  return {
    name: `sender: ${name}`,
    receiver,
    raw: Buffer.from(`${[...above, ...own].join('\r\n')}\r\n\r\nText\r\n`),
    expected: { authentication },
  };
}

/** What Gmail writes above a mail. */
const byGmail = (verdicts: readonly string[]) => [
  'Delivered-To: support@msp.example',
  'Received: by 2002:a05:6358:1234:b0:1c3:aa11:bb22 with SMTP id k20csp123456rwn;',
  '        Mon, 5 Jan 2026 00:00:02 -0800 (PST)',
  'X-Google-Smtp-Source: AGHT+IEexampleexampleexample',
  'X-Received: by 2002:a05:6000:2c1:b0:3a4:d939:62f8 with SMTP id ffacd0b85a97d-3a5;',
  '        Mon, 05 Jan 2026 00:00:02 -0800 (PST)',
  'ARC-Seal: i=1; a=rsa-sha256; t=1767600002; cv=none; d=google.com; s=arc-20240605; b=abc=',
  'ARC-Message-Signature: i=1; a=rsa-sha256; c=relaxed/relaxed; d=google.com; s=arc-20240605; h=from:to; bh=abc=; b=def=',
  'ARC-Authentication-Results: i=1; mx.google.com; dkim=pass header.i=@client.example; dmarc=pass header.from=client.example',
  'Return-Path: <grace@client.example>',
  'Received: from mail.client.example (mail.client.example. [192.0.2.10])',
  '        by mx.google.com with ESMTPS id ffacd0b85a97d-3a5si1.2026.01.05.00.00.01',
  '        for <support@msp.example>',
  '        (version=TLS1_3 cipher=TLS_AES_256_GCM_SHA384 bits=256/256);',
  '        Mon, 05 Jan 2026 00:00:01 -0800 (PST)',
  'Received-SPF: pass (google.com: domain of grace@client.example designates 192.0.2.10 as permitted sender) client-ip=192.0.2.10;',
  'Authentication-Results: mx.google.com;',
  ...verdicts.map((verdict) => `       ${verdict}`),
];
const GMAIL_PASS = [
  'dkim=pass header.i=@client.example header.s=s1 header.b="a;b/c=";',
  'spf=pass (google.com: domain of grace@client.example designates 192.0.2.10 as permitted sender) smtp.mailfrom=grace@client.example;',
  'dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=client.example',
];
const GMAIL_FAIL = [
  'spf=pass (google.com: domain of x@evil.example designates 192.0.2.66 as permitted sender) smtp.mailfrom=x@evil.example;',
  'dmarc=fail (p=NONE sp=NONE dis=NONE) header.from=client.example',
];
const FORGED_GMAIL = results('mx.google.com; dkim=pass header.i=@client.example; dmarc=pass header.from=client.example');

/** What Microsoft 365 writes above a mail. */
const byMicrosoft = (verdicts: string, authAs = 'Anonymous') => [
  'Received: from AM0PR01MB1111.eurprd01.prod.exchangelabs.com (2603:10a6:208:1::11)',
  ' by DB8PR01MB2222.eurprd01.prod.exchangelabs.com with HTTPS; Mon, 5 Jan 2026 08:00:03 +0000',
  'Received: from DU2PR04CA0001.eurprd04.prod.outlook.com (2603:10a6:10:3b::6)',
  ' by AM0PR01MB1111.eurprd01.prod.exchangelabs.com (2603:10a6:208:1::11) with',
  ' Microsoft SMTP Server (version=TLS1_2, cipher=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384) id 15.20.1.1; Mon, 5 Jan 2026 08:00:02 +0000',
  'Received: from DU6PEPF00003333.eurprd02.prod.outlook.com',
  ' (2603:10a6:10:3b:cafe::aa) by DU2PR04CA0001.outlook.office365.com',
  ' (2603:10a6:10:3b::6) with Microsoft SMTP Server id 15.20.1.1 via Frontend Transport; Mon, 5 Jan 2026 08:00:02 +0000',
  `Authentication-Results: ${verdicts}`,
  'Received-SPF: Pass (protection.outlook.com: domain of client.example designates 192.0.2.10 as permitted sender)',
  ' receiver=protection.outlook.com; client-ip=192.0.2.10; helo=mail.client.example; pr=C',
  'Received: from mail.client.example (192.0.2.10) by',
  ' DU6PEPF00003333.mail.protection.outlook.com (10.167.8.1) with Microsoft SMTP Server id 15.20.1.1 via Frontend Transport;',
  ' Mon, 5 Jan 2026 08:00:01 +0000',
  'X-MS-Exchange-Organization-MessageDirectionality: Incoming',
  'X-MS-Exchange-Organization-AuthSource: DU6PEPF00003333.eurprd02.prod.outlook.com',
  `X-MS-Exchange-Organization-AuthAs: ${authAs}`,
];
const MICROSOFT_PASS =
  'spf=pass (sender IP is 192.0.2.10)\r\n smtp.mailfrom=client.example; dkim=pass (signature was verified)\r\n header.d=client.example;dmarc=pass action=none\r\n header.from=client.example;compauth=pass reason=100';
const MICROSOFT_FAIL =
  'spf=fail (sender IP is 192.0.2.66)\r\n smtp.mailfrom=client.example; dkim=none (message not signed)\r\n header.d=none;dmarc=fail action=none\r\n header.from=client.example;compauth=fail reason=001';
const FORGED_MICROSOFT = results(
  'spf=pass smtp.mailfrom=client.example; dkim=pass header.d=client.example;dmarc=pass header.from=client.example',
);
const colleague = OWN.map((line) => line.replace('grace@client.example', 'agent@msp.example'));

/** What a server of one's own writes. */
const received = (host: string) =>
  `Received: from mail.client.example (mail.client.example [192.0.2.10])\r\n\tby ${host} (Postfix) with ESMTPS id 4F;\r\n\tMon,  5 Jan 2026 08:00:01 +0000 (UTC)`;
const PASS = 'dmarc=pass (p=none dis=none) header.from=client.example';
const FAIL = 'dmarc=fail (p=none dis=none) header.from=client.example';

/** Who vouches for the sender, and who only says so. */
export const senders: readonly CorpusMail[] = [
  sender('Gmail', gmail, 'pass', byGmail(GMAIL_PASS)),
  sender('Gmail, DMARC failed', gmail, 'fail', byGmail(GMAIL_FAIL)),
  sender('Gmail, a forged pass below its own fail', gmail, 'fail', [...byGmail(GMAIL_FAIL), FORGED_GMAIL]),
  sender('Gmail, a forged fail below its own pass', gmail, 'pass', [...byGmail(GMAIL_PASS), results('mx.google.com; dmarc=fail')]),
  sender('Gmail, a forged pass where it knows nothing', gmail, 'none', [
    ...byGmail(['spf=none smtp.mailfrom=grace@client.example']),
    FORGED_GMAIL,
  ]),
  sender('Gmail, a header of another server', gmail, 'none', [results('mx.other.example; dmarc=pass header.from=client.example')]),
  sender('Gmail, fetched by IMAP', imap(null, 'imap.gmail.com'), 'pass', byGmail(GMAIL_PASS)),
  sender('Gmail, DMARC passed for another From', gmail, 'none', byGmail(['dmarc=pass header.from=evil.example'])),
  sender('Gmail, two From', gmail, 'none', [...byGmail(GMAIL_PASS), 'From: x@evil.example']),
  sender('Gmail, a result in a comment, and one in a quoted address', gmail, 'none', [
    ...byGmail([
      'spf=none (dmarc=pass; dmarc=pass) smtp.mailfrom="x; dmarc=pass header.from=client.example"@evil.example;',
      'dkim=none ((a) \\) ; dmarc=pass)',
    ]),
  ]),
  sender('Microsoft 365', microsoft, 'pass', byMicrosoft(MICROSOFT_PASS)),
  sender('Microsoft 365, DMARC failed', microsoft, 'fail', byMicrosoft(MICROSOFT_FAIL)),
  sender('Microsoft 365, a forged pass below its own fail', microsoft, 'fail', [...byMicrosoft(MICROSOFT_FAIL), FORGED_MICROSOFT]),
  sender('Microsoft 365, a forged pass that it renamed', microsoft, 'fail', [
    ...byMicrosoft(MICROSOFT_FAIL),
    FORGED_MICROSOFT.replace('Results', 'Results-Original'),
  ]),
  sender(
    'Microsoft 365, without a policy but signed',
    microsoft,
    'pass',
    byMicrosoft(
      'spf=none (sender IP is 192.0.2.10) smtp.mailfrom=x.example; dkim=pass (signature was verified) header.d=client.example;dmarc=bestguesspass action=none header.from=client.example',
    ),
  ),
  sender(
    'Microsoft 365, a colleague',
    microsoft,
    'pass',
    byMicrosoft('dkim=none (message not signed) header.d=none;dmarc=none action=none header.from=msp.example', 'Internal'),
    colleague,
  ),
  sender(
    'Microsoft 365, who calls themselves a colleague',
    microsoft,
    'none',
    byMicrosoft('spf=none smtp.mailfrom=msp.example;dmarc=none action=none header.from=msp.example'),
    ['X-MS-Exchange-Organization-AuthAs: Internal', ...colleague],
  ),
  sender('a server that is named', imap('mx.msp.example'), 'pass', [received('mx.msp.example'), results(`mx.msp.example; ${PASS}`)]),
  sender('a server that is named, in other letters and with a version', imap('MX.msp.example'), 'pass', [
    results(`mx.MSP.example 1; ${PASS}`),
    received('mx2.msp.example'),
  ]),
  sender('a server that is named, a forged pass below its own fail', imap('mx.msp.example'), 'fail', [
    received('mx.msp.example'),
    results(`mx.msp.example; ${FAIL}`),
    results(`mx.msp.example; ${PASS}`),
  ]),
  sender('a server that is named, a header of another one', imap('mx.msp.example'), 'none', [
    received('mx.msp.example'),
    results(`x; ${PASS}`),
  ]),
  sender('an unnamed server, above its Received', imap(), 'pass', [results(`mx.msp.example; ${PASS}`), received('mx.msp.example')]),
  sender('an unnamed server, above its Received, under another name', imap(), 'none', [
    results(`mail; ${PASS}`),
    received('mx.msp.example'),
  ]),
  sender('an unnamed server, a fail right below its Received', imap(), 'fail', [
    received('mx.msp.example'),
    results(`mx.msp.example; ${FAIL}`),
  ]),
  sender('an unnamed server, a pass that the sender may have written', imap(), 'none', [
    received('mx.msp.example'),
    results(`mx.msp.example; ${PASS}`),
  ]),
  sender('an unnamed server, further down', imap(), 'none', [received('mx.msp.example'), 'X-Spam: no', results(`mx.msp.example; ${FAIL}`)]),
  sender('an unnamed server, a forged pass below its own fail', imap(), 'fail', [
    results(`mx.msp.example; ${FAIL}`),
    received('mx.msp.example'),
    results(`mx.msp.example; ${PASS}`),
  ]),
  sender('a mail without a Received', imap(), 'none', [results(`mx.msp.example; ${PASS}`)]),
  sender('an aligned signature', imap('mx'), 'pass', [results('mx; dkim=pass header.d=client.example')]),
  sender('a signature of another domain', imap('mx'), 'none', [results('mx; dkim=pass header.d=evil.example')]),
  sender('a signature that a mailing list broke', imap('mx'), 'none', [
    results('mx; dkim=fail header.d=client.example; spf=fail smtp.mailfrom=list.example'),
  ]),
  sender('an aligned SPF', imap('mx'), 'pass', [results('mx; spf=pass smtp.mailfrom=bounces@client.example')]),
  sender('an aligned SPF under a DMARC that failed', imap('mx'), 'fail', [
    results('mx; spf=pass smtp.mailfrom=client.example; dmarc=fail'),
  ]),
  sender('no result', imap('mx'), 'none', [results('mx; none')]),
];
