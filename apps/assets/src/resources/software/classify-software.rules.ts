import type { SoftwareType } from '@psa/contracts-assets';

/** Names that tell what software is for; the first that fits decides. */
const CATEGORIES: readonly (readonly [string, RegExp])[] = [
  ['Driver', /\bdrivers?\b|\bchipset\b|\b(?:intel|amd|nvidia|realtek)\b.*\b(?:graphics|audio|ethernet|network|management engine)\b/],
  [
    'Security',
    /\bantivirus\b|\banti-virus\b|\bendpoint (?:security|protection|agent)\b|\bfirewall\b|\b(?:windows|microsoft) defender\b|\b(?:bitdefender|crowdstrike|eset|huntress|kaspersky|malwarebytes|mcafee|norton|sentinelone|sophos|symantec|trend micro|webroot)\b/,
  ],
  ['Runtime', /\bredistributable\b|\bruntime\b|\bdirectx\b|^(?:microsoft )?\.net\b|\bjava \d|\bjre\b|\bopenjdk\b/],
  ['Browser', /\b(?:google chrome|chromium|firefox|microsoft edge|opera|safari|brave|vivaldi)\b/],
  ['Communication', /\b(?:teams|zoom|slack|webex|skype|thunderbird|outlook|signal|whatsapp)\b/],
  ['Development', /\b(?:visual studio|git|node\.js|python|docker|jetbrains|intellij|postman|powershell|windows sdk|android studio)\b/],
  ['Creative', /\b(?:photoshop|illustrator|indesign|premiere|after effects|lightroom|gimp|inkscape|blender|autocad|figma)\b/],
  [
    'Productivity',
    /\b(?:microsoft 365|office|excel|word|powerpoint|onenote|libreoffice|acrobat|notion|evernote|onedrive|dropbox|7-zip|notepad\+\+)\b/,
  ],
];

const UPDATE = /\bkb\d{6,}\b|\b(?:security|cumulative|hotfix|service pack)\b.*\bupdate\b|\bupdate for\b|\bhotfix\b/;
const SYSTEM = /\bwindows (?:sdk|subsystem|feature)|\bbios\b|\bfirmware\b/;

export interface Classified {
  readonly category: string | null;
  readonly software_type: SoftwareType;
  readonly is_security_relevant: boolean;
}

/** What software most likely is, by its name: inventories seldom say. */
export function classifySoftware(name: string): Classified {
  const text = name.toLowerCase();
  const category = CATEGORIES.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
  const software_type = UPDATE.test(text) ? 'update' : category === 'Driver' ? 'driver' : SYSTEM.test(text) ? 'system' : 'application';
  return { category, software_type, is_security_relevant: category === 'Security' };
}
