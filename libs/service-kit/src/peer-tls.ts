import { createPeerFetch, type PeerFetcher, ReloadedTls, type TlsFiles } from '@psa/http-kit';
import type { Log, Metrics } from '@psa/observability-kit';
import type { z } from 'zod';
import { type peerSettings, SettingsError } from './settings.ts';

/** A certificate that a process shows to others. */
export interface ShownCertificate {
  /** To those that call it, or to those it calls. */
  readonly certificate: 'api' | 'peer';
  readonly expiresAt: Date;
}

/** TLS between the processes of the product, as the settings say. */
export interface PeerTls extends PeerFetcher {
  /** What the API is served with; undefined where it speaks plainly. */
  readonly server: ReloadedTls | undefined;
  /** What other processes are verified by, and what they are shown; undefined where the system's authorities do. */
  readonly client: ReloadedTls | undefined;
  /** The certificates that were read last. */
  shown(): ShownCertificate[];
}

/**
 * Reads the certificates that the settings name and follows their renewal.
 * @throws SettingsError for a certificate without its key or the other way round, for an authority whose clients nobody could recognize,
 *   and for files that cannot be used
 */
export function openPeerTls(
  settings: z.output<z.ZodObject<typeof peerSettings>>,
  { log, metrics, checkEveryMs }: { readonly log: Log; readonly metrics: Metrics; readonly checkEveryMs?: number },
): PeerTls {
  const {
    PSA_HTTP_TLS_CERT: cert,
    PSA_HTTP_TLS_KEY: key,
    PSA_HTTP_TLS_CLIENT_CA: clientCa,
    PSA_PEER_TLS_CA: peerCa,
    PSA_PEER_TLS_CERT: peerCert,
    PSA_PEER_TLS_KEY: peerKey,
  } = settings;
  if ((cert === undefined) !== (key === undefined)) throw new SettingsError('PSA_HTTP_TLS_CERT and PSA_HTTP_TLS_KEY go together');
  if (clientCa !== undefined && cert === undefined) throw new SettingsError('PSA_HTTP_TLS_CLIENT_CA needs PSA_HTTP_TLS_CERT');
  if ((peerCert === undefined) !== (peerKey === undefined)) throw new SettingsError('PSA_PEER_TLS_CERT and PSA_PEER_TLS_KEY go together');
  if (peerCert !== undefined && peerCa === undefined) throw new SettingsError('PSA_PEER_TLS_CERT needs PSA_PEER_TLS_CA');
  const open = (certificate: string, files: TlsFiles) => {
    if (Object.keys(files).length === 0) return undefined;
    try {
      return new ReloadedTls(files, { log, ...(checkEveryMs !== undefined && { checkEveryMs }) });
    } catch (error) {
      throw new SettingsError(`The certificate ${certificate} cannot be used: ${(error as Error).message}`);
    }
  };
  const server = open('PSA_HTTP_TLS_CERT', filesOf(cert, key, clientCa));
  const client = open('PSA_PEER_TLS_CERT', filesOf(peerCert, peerKey, peerCa));
  const shown = () => [...shownAs('api', server), ...shownAs('peer', client)];
  metrics.gauge(
    'tls_certificate_expiry_timestamp_seconds',
    'When a certificate that is shown to other processes expires',
    () => shown().map(({ certificate, expiresAt }) => [{ certificate }, expiresAt.getTime() / 1000] as const),
    ['certificate'],
  );
  const { fetch, close } = createPeerFetch(client);
  return {
    server,
    client,
    shown,
    fetch,
    close: async () => {
      server?.close();
      client?.close();
      await close();
    },
  };
}

function filesOf(certFile: string | undefined, keyFile: string | undefined, caFile: string | undefined): TlsFiles {
  return {
    ...(certFile !== undefined && { certFile }),
    ...(keyFile !== undefined && { keyFile }),
    ...(caFile !== undefined && { caFile }),
  };
}

function shownAs(certificate: ShownCertificate['certificate'], tls: ReloadedTls | undefined): ShownCertificate[] {
  return tls?.expiresAt === undefined ? [] : [{ certificate, expiresAt: tls.expiresAt }];
}
