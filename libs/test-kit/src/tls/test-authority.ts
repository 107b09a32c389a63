import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
// Before the package below, which injects its parts by it.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;

/** PEM texts. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Files of a certificate, as cert-manager names them in a secret. */
export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
  readonly caFile: string;
}

/** An authority that signs certificates for tests. */
export class TestAuthority {
  /** Its own certificate, PEM. */
  readonly cert: string;
  readonly #certificate: x509.X509Certificate;
  readonly #keys: CryptoKeyPair;

  private constructor(certificate: x509.X509Certificate, keys: CryptoKeyPair) {
    this.cert = `${certificate.toString('pem')}\n`;
    this.#certificate = certificate;
    this.#keys = keys;
  }

  static async create(name = 'test-authority'): Promise<TestAuthority> {
    const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    const certificate = await x509.X509CertificateGenerator.createSelfSigned({
      serialNumber: serialNumber(),
      name: `CN=${name}`,
      notBefore: new Date(Date.now() - DAY_MS),
      notAfter: new Date(Date.now() + 365 * DAY_MS),
      keys,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ],
    });
    return new TestAuthority(certificate, keys);
  }

  /** A new certificate with a new key, for servers and clients. @param names host names and addresses it is valid for */
  async issue(names: readonly string[], validDays = 90): Promise<TestCertificate> {
    const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    const certificate = await x509.X509CertificateGenerator.create({
      serialNumber: serialNumber(),
      subject: `CN=${names[0] ?? 'nobody'}`,
      issuer: this.#certificate.subject,
      notBefore: new Date(Date.now() - 365 * DAY_MS),
      notAfter: new Date(Date.now() + validDays * DAY_MS),
      publicKey: keys.publicKey,
      signingKey: this.#keys.privateKey,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new x509.SubjectAlternativeNameExtension(
          names.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
        ),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth, x509.ExtendedKeyUsage.clientAuth]),
      ],
    });
    const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
    return { cert: `${certificate.toString('pem')}\n`, key: x509.PemConverter.encode(key, 'PRIVATE KEY') };
  }

  /** Writes a new certificate over the one in a folder, each file whole at once. */
  async renew(folder: string, names: readonly string[], validDays?: number): Promise<CertificateFiles> {
    const { cert, key } = await this.issue(names, validDays);
    return writeCertificate(folder, { cert, key, ca: this.cert });
  }
}

/** Writes PEM texts where a process reads its certificate. */
export function writeCertificate(folder: string, texts: TestCertificate & { readonly ca: string }): CertificateFiles {
  const files = { certFile: join(folder, 'tls.crt'), keyFile: join(folder, 'tls.key'), caFile: join(folder, 'ca.crt') };
  for (const [file, text] of [
    [files.certFile, texts.cert],
    [files.keyFile, texts.key],
    [files.caFile, texts.ca],
  ] as const) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  }
  return files;
}

function serialNumber(): string {
  // Positive, as the first bit is its sign.
  return `01${randomBytes(8).toString('hex')}`;
}
