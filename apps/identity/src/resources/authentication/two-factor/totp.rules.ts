import { createGuardrails, generateSecret, generateSync, generateURI, verifySync } from 'otplib';

/** As authenticator apps take it without being told otherwise. */
const STEP_SECONDS = 30;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Generators of the field still make secrets of 80 bits; more than the hash takes in is refused. */
const guardrails = createGuardrails({ MIN_SECRET_BYTES: 10, MAX_SECRET_BYTES: 64 });
const TOKEN = /^\d{6}$/;

/** @returns a new secret in base32 */
export function newTotpSecret(): string {
  return generateSecret({ length: SECRET_BYTES });
}

/** Whether a secret from outside is whole and long enough. */
export function isUsableSecret(secret: string): boolean {
  try {
    generateSync({ secret, guardrails });
    return true;
  } catch {
    return false;
  }
}

/** The secret as authenticator apps read it, with all that they otherwise take for granted. */
export function otpauthUrl(secret: string, issuer: string, account: string): string {
  // A colon parts the two.
  const url = generateURI({ issuer: issuer.replaceAll(':', ' '), label: account.replaceAll(':', ' '), secret });
  return `${url}&period=${STEP_SECONDS}&digits=6&algorithm=SHA1`;
}

/** A code without the blanks that apps show in it. */
export function trimmedCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '');
}

/**
 * The time step a token belongs to: the current one, the one before or the one after.
 * @param lastUsed step of the last token that was accepted: it and those before it are spent
 * @param now in milliseconds since the epoch
 * @returns undefined when the token is wrong or spent
 */
export function matchTotp(secret: string, token: string, lastUsed: number, now: number): number | undefined {
  if (!TOKEN.test(token)) return undefined;
  const epoch = Math.floor(now / 1000);
  // The library takes no step for spent that it would not accept anyway.
  const afterTimeStep = Math.min(lastUsed, Math.floor(epoch / STEP_SECONDS) + 1);
  const result = verifySync({ secret, token, epoch, epochTolerance: STEP_SECONDS, afterTimeStep, guardrails });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
