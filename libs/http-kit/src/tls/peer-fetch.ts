import type { Agent, RequestInit as UndiciRequestInit } from 'undici';
import type { ReloadedTls } from './reloaded-tls.ts';

/** Calls another process of the product by HTTP. */
export type PeerFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** A {@link PeerFetch} with connections of its own. */
export interface PeerFetcher {
  readonly fetch: PeerFetch;
  close(): Promise<void>;
}

/**
 * Makes the `fetch` for calls between processes of the product.
 * @param tls certificates that https addresses are verified by, and that are shown to them; the system's authorities alone when undefined
 */
export function createPeerFetch(tls: ReloadedTls | undefined): PeerFetcher {
  if (tls === undefined) return { fetch: async (url, init) => fetch(url, init), close: async () => {} };
  let agent: Agent | undefined;
  return {
    fetch: async (url, init) => {
      // Loaded on first use: it takes 10 MB. By its default: in a bundle, CommonJS has no other export.
      const { default: undici } = await import('undici');
      agent ??= new undici.Agent({
        // A connector for each connection: the next one is made with what was read last. A resumed session would not be verified.
        connect: (options, callback) =>
          undici.buildConnector({ secureContext: tls.context, maxCachedSessions: 0, allowH2: false })(options, callback),
      });
      // The same interface as the global one, declared by another package.
      const answer: unknown = await undici.fetch(url, { ...(init as UndiciRequestInit), dispatcher: agent });
      return answer as Response;
    },
    close: async () => agent?.destroy(),
  };
}
