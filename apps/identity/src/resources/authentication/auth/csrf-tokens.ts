import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN = /^[0-9a-f]{64}$/;

/** Tokens by which a form proves that it came from a page of ours: the browser has the cookie, only our page knows the token. */
export class CsrfTokens {
  readonly #secrets: readonly string[];

  /** @param secrets the first signs, all verify */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  /** @returns the token, and the cookie that belongs to it */
  issue(): { token: string; cookie: string } {
    const token = randomBytes(32).toString('hex');
    return { token, cookie: `${token}|${signature(token, this.#secrets[0] as string)}` };
  }

  /** The token a cookie belongs to; undefined when the cookie is not one of ours. */
  tokenOf(cookie: string | undefined): string | undefined {
    const [token = '', signed = ''] = cookie?.split('|') ?? [];
    if (!TOKEN.test(token) || !TOKEN.test(signed)) return undefined;
    return this.#secrets.some((secret) => sameText(signature(token, secret), signed)) ? token : undefined;
  }

  /** Whether the token that was sent belongs to the cookie. */
  matches(cookie: string | undefined, sent: string | undefined): boolean {
    const token = this.tokenOf(cookie);
    return token !== undefined && sent !== undefined && TOKEN.test(sent) && sameText(token, sent);
  }
}

function signature(token: string, secret: string): string {
  return createHmac('sha256', secret).update(`csrf|${token}`).digest('hex');
}

function sameText(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
