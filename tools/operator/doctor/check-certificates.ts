import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { TLSSocket } from 'node:tls';
import type pg from 'pg';
import type { Finding } from './finding.ts';

/** Certificates of 90 days are renewed a month ahead: one this close to its end was not. */
const WARN_DAYS = 14;
const DAY_MS = 86_400_000;

/** Settings of this environment that name files of certificates. */
const FILE_SETTINGS = /^PSA_(?:\w+_)?TLS_(?:CERT|CA|CLIENT_CA)$/;

/** A certificate and when it expires. */
export interface KnownCertificate {
  readonly name: string;
  readonly expiresAt: Date;
}

/** Says which certificates have expired, and which do so within two weeks; nothing where none is known. */
export function checkCertificates(certificates: readonly KnownCertificate[], now = Date.now()): Finding[] {
  if (certificates.length === 0) return [];
  const ends = certificates
    .map(({ name, expiresAt }) => ({ name, days: Math.floor((expiresAt.getTime() - now) / DAY_MS) }))
    .toSorted((one, other) => one.days - other.days);
  const late = ends.filter(({ days }) => days < WARN_DAYS);
  const [first] = ends;
  if (late.length === 0)
    return [{ check: 'certificates', state: 'ok', detail: `${ends.length}, of which the first expires in ${first?.days} days` }];
  return [
    {
      check: 'certificates',
      state: late.some(({ days }) => days < 0) ? 'fault' : 'warning',
      detail: late.map(({ name, days }) => `${name} ${days < 0 ? 'has expired' : `expires in ${days} days`}`).join(', '),
      advice: 'Renew them: kubectl describe certificate -n psa says why cert-manager did not. Processes read new ones by themselves.',
    },
  ];
}

/** The certificates in the files that settings of this environment name. */
export function certificatesInFiles(env: NodeJS.ProcessEnv): KnownCertificate[] {
  return Object.entries(env).flatMap(([setting, file]) => {
    if (!FILE_SETTINGS.test(setting) || !file || !existsSync(file)) return [];
    return [{ name: setting, expiresAt: new X509Certificate(readFileSync(file)).validToDate }];
  });
}

/** The certificate the database has shown on this connection. */
export function certificateOfDatabase(database: pg.Client): KnownCertificate[] {
  const { stream } = database.connection;
  if (!(stream instanceof TLSSocket)) return [];
  return [{ name: 'the database', expiresAt: new Date(stream.getPeerCertificate().valid_to) }];
}
