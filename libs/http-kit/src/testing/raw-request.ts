import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection on which a test says byte for byte what a well-behaved client never would. */
export async function connectRaw(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

/** Sends lines as a request and returns all that comes until the server closes; the request should ask for that. */
export async function sendRaw(url: string, lines: readonly string[], body: string | Buffer = ''): Promise<string> {
  const socket = await connectRaw(url);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  socket.write(body);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

/** The status of an answer read raw. */
export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
