/** The part of the package that the tests use; it brings no types. */
declare module 'hoodiecrow-imap' {
  import type { Server, Socket } from 'node:net';

  interface Folder {
    uidvalidity: number;
    uidnext: number;
    readonly messages: { uid: number; raw: string }[];
  }

  interface Connection {
    readonly socket: Socket;
    directNotifications: boolean;
    state: string;
    /** Takes the lines of the client; false for the next command. */
    inputHandler: ((line: string) => void) | false;
    send(response: object, description: string, parsed: object, data: unknown): void;
    processNotifications(): void;
  }

  export interface HoodiecrowServer {
    registerCapability(name: string): void;
    setCommandHandler(
      name: string,
      handler: (connection: Connection, parsed: { tag: string; attributes?: { value: string }[] }, data: unknown, done: () => void) => void,
    ): void;
    readonly server: Server;
    setMaxListeners(count: number): void;
    /** Users by their names. */
    users: Record<string, { password: string; xoauth2?: { accessToken: string; sessionTimeout: number } }>;
    listen(port: number, host: string, done: () => void): void;
    close(done: () => void): void;
    getMailbox(path: string): Folder;
    appendMessage(folder: string, flags: readonly string[], internalDate: Date, raw: string): { message: { uid: number } };
  }

  const hoodiecrow: (options: {
    plugins: readonly (string | ((server: HoodiecrowServer) => void))[];
    storage: Record<string, object>;
    users: HoodiecrowServer['users'];
  }) => HoodiecrowServer;
  // eslint-disable-next-line no-restricted-syntax -- the package exports it so
  export { hoodiecrow as default };
}
