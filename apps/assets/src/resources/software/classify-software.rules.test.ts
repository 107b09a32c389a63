import { describe, expect, it } from '@jest/globals';
import { classifySoftware } from './classify-software.rules.ts';

describe('the classification of software', () => {
  it.each([
    ['Google Chrome', 'Browser', 'application'],
    ['Mozilla Firefox (x64 en-US)', 'Browser', 'application'],
    ['Microsoft 365 Apps for business - en-us', 'Productivity', 'application'],
    ['7-Zip 24.07 (x64)', 'Productivity', 'application'],
    ['Git version 2.45.1', 'Development', 'application'],
    ['Adobe Photoshop 2026', 'Creative', 'application'],
    ['Microsoft Teams classic', 'Communication', 'application'],
    ['Sophos Endpoint Agent', 'Security', 'application'],
    ['Windows Defender', 'Security', 'application'],
    ['Microsoft Visual C++ 2015-2022 Redistributable (x64) - 14.40', 'Runtime', 'application'],
    ['Microsoft .NET Runtime - 8.0.6 (x64)', 'Runtime', 'application'],
    ['Java 8 Update 411', 'Runtime', 'application'],
    ['NVIDIA Graphics Driver 551.86', 'Driver', 'driver'],
    ['Realtek High Definition Audio', 'Driver', 'driver'],
    ['Security Update for Windows (KB5034441)', null, 'update'],
    ['Dell BIOS Utility', null, 'system'],
    ['Contoso Ledger', null, 'application'],
    // Parts of words tell nothing.
    ['Digital Wordsmith', null, 'application'],
  ])('%s', (name, category, software_type) => {
    expect(classifySoftware(name)).toEqual({ category, software_type, is_security_relevant: category === 'Security' });
  });
});
