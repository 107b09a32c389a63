import { z } from 'zod';

/** An e-mail address from outside, trimmed and in lower case. */
export const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(255)
  .pipe(z.email({ error: 'must be an e-mail address' }))
  .meta({ override: { type: 'string', format: 'email', maxLength: 255 } });

/** A telephone or fax number as people write it, with an extension or a remark if need be; empty for none. */
export const PhoneNumber = z
  .string()
  .trim()
  .max(64)
  .refine((text) => text === '' || text.replaceAll(/\D/g, '').length >= 3, 'must be a telephone number, with at least three digits');

const WITH_SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

/** A web address from outside, given a scheme when it has none; empty for none. */
export const WebAddress = z
  .string()
  .trim()
  .max(2048)
  .transform((text, context) => {
    if (text === '') return text;
    const address = WITH_SCHEME.test(text) ? text : `https://${text}`;
    if (isWebAddress(address)) return address;
    context.addIssue({ code: 'custom', message: 'must be a web address, such as https://www.example.com' });
    return z.NEVER;
  })
  .meta({ override: { type: 'string', maxLength: 2048, examples: ['https://www.example.com'] } });

/** A public host has a dot in its name; a password has no place in an address that everybody sees. */
function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    /[^.]\.[^.]/.test(url.hostname)
  );
}
