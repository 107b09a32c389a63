import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContext } from 'node:tls';

/** Files of PEM certificates and keys. */
export interface TlsFiles {
  /** The certificate that is shown to the other side, with those between it and its authority; needs `keyFile`. */
  readonly certFile?: string;
  readonly keyFile?: string;
  /** The authorities that the other side's certificate must be signed by; those of the system when absent. */
  readonly caFile?: string;
}

/** What Node makes a secure context of. */
export interface TlsMaterial {
  readonly cert?: string;
  readonly key?: string;
  readonly ca?: string;
}

/** How often files are compared with what was read last. An orchestrator takes a minute to replace them, and renews them days ahead. */
const CHECK_EVERY_MS = 5_000;

export interface ReloadedTlsOptions {
  readonly log: { info(details: object, message: string): void; warn(details: object, message: string): void };
  /** {@link CHECK_EVERY_MS} when absent. */
  readonly checkEveryMs?: number;
}

/**
 * Certificates read from files, and read again when the files change: certificates are renewed while a process runs. Files are compared by
 * content, because a mounted secret is replaced by a switch of symbolic links, which no watch of a file notices everywhere.
 */
export class ReloadedTls {
  readonly #files: TlsFiles;
  readonly #log: ReloadedTlsOptions['log'];
  readonly #listeners = new Set<() => void>();
  readonly #timer: NodeJS.Timeout;
  #material: TlsMaterial;
  #context: SecureContext;
  /** The last that could not be used, so that it is reported once. */
  #refused: string | undefined;

  /** @throws Error when a file cannot be read, or certificate and key do not belong together */
  constructor(files: TlsFiles, { log, checkEveryMs = CHECK_EVERY_MS }: ReloadedTlsOptions) {
    this.#files = files;
    this.#log = log;
    this.#material = readMaterial(files);
    this.#context = createSecureContext(this.#material);
    this.#timer = setInterval(() => this.reload(), checkEveryMs).unref();
  }

  /** The files' content, for a server. */
  get material(): TlsMaterial {
    return this.#material;
  }

  /** The same, for clients. */
  get context(): SecureContext {
    return this.#context;
  }

  /** When the certificate that is shown expires; undefined when none is. */
  get expiresAt(): Date | undefined {
    const { cert } = this.#material;
    return cert === undefined ? undefined : new X509Certificate(cert).validToDate;
  }

  /** Calls the listener after each change. @returns a function that stops this */
  onReload(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads the files again. Those that cannot be used are left aside: they may be half-written, and the former still serve. */
  reload(): void {
    let read: TlsMaterial | undefined;
    try {
      read = readMaterial(this.#files);
      if (isSame(read, this.#material)) {
        this.#refused = undefined;
        return;
      }
      this.#context = createSecureContext(read);
    } catch (error) {
      const refused = `${(error as Error).message} ${JSON.stringify(read)}`;
      if (this.#refused !== refused)
        this.#log.warn({ err: error, ...this.#files }, 'changed certificates cannot be used: the former ones stay');
      this.#refused = refused;
      return;
    }
    this.#material = read;
    this.#refused = undefined;
    for (const listener of this.#listeners) listener();
    this.#log.info({ ...this.#files, expires_at: this.expiresAt }, 'certificates reloaded');
  }

  /** Stops looking at the files. */
  close(): void {
    clearInterval(this.#timer);
    this.#listeners.clear();
  }
}

function readMaterial({ certFile, keyFile, caFile }: TlsFiles): TlsMaterial {
  const read = (file: string) => readFileSync(file, 'utf8');
  return {
    ...(certFile !== undefined && { cert: read(certFile) }),
    ...(keyFile !== undefined && { key: read(keyFile) }),
    ...(caFile !== undefined && { ca: read(caFile) }),
  };
}

function isSame(one: TlsMaterial, other: TlsMaterial): boolean {
  return one.cert === other.cert && one.key === other.key && one.ca === other.ca;
}
