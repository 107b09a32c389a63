import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { isIP, connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { natsOptions } from '../call-service.ts';
import type { KnownCertificate } from './check-certificates.ts';

const ANSWER_MS = 5_000;
const DEFAULT_PORT = 4222;

/** The certificates that the broker's servers show, whether they are valid or not; of those that speak no TLS, or do not answer, none. */
export async function certificatesOfBroker(natsUrl: string): Promise<KnownCertificate[]> {
  const { servers = [], tls } = natsOptions(natsUrl);
  const shown = await Promise.all([servers].flat().map((server) => certificateOf(server, tls ?? {}).catch(() => undefined)));
  return shown.filter((certificate) => certificate !== undefined);
}

interface ClientFiles {
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
}

async function certificateOf(server: string, files: ClientFiles): Promise<KnownCertificate | undefined> {
  const { hostname, port } = new URL(`nats://${server}`);
  const host = hostname.replaceAll(/[[\]]/g, '');
  const socket = connectTcp({ host, port: Number(port) || DEFAULT_PORT });
  socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('no answer')));
  try {
    // Servers say first what they are; what is encrypted comes after it.
    const { tls_required: isRequired, tls_available: isAvailable } = await infoOf(socket);
    if (isRequired !== true && isAvailable !== true) return undefined;
    const encrypted = connectTls({
      socket,
      ...contentsOf(files),
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: false,
    });
    encrypted.on('error', () => {});
    await once(encrypted, 'secureConnect');
    const { valid_to } = encrypted.getPeerCertificate();
    encrypted.destroy();
    return { name: `the broker at ${server}`, expiresAt: new Date(valid_to) };
  } finally {
    socket.destroy();
  }
}

interface ServerInfo {
  readonly tls_required?: boolean;
  readonly tls_available?: boolean;
}

/** The line `INFO {…}` that a server begins a connection with. */
async function infoOf(socket: Socket): Promise<ServerInfo> {
  let text = '';
  while (!text.includes('\r\n')) text += ((await once(socket, 'data')) as [Buffer])[0].toString();
  return JSON.parse(text.slice('INFO '.length, text.indexOf('\r\n'))) as ServerInfo;
}

function contentsOf({ caFile, certFile, keyFile }: ClientFiles) {
  return {
    ...(caFile && { ca: readFileSync(caFile) }),
    ...(certFile && keyFile && { cert: readFileSync(certFile), key: readFileSync(keyFile) }),
  };
}
