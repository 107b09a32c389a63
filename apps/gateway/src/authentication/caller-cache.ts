import type { AuthenticatedCaller } from '@psa/contracts-identity';
import { RecentMap } from '../recent-map.ts';

/** A credential as far as it is remembered: an API key, or the token of a session. */
export interface Credential {
  readonly hash: string;
}

/** Why a credential stands for nobody: null when it is not valid, `suspended` when it would be, were its tenant not suspended. */
export type Refused = null | 'suspended';

/** Whom a credential stands for, asked of identity. */
export type AskForCaller<Kind extends Credential> = (
  credential: Kind,
  tenant: string | undefined,
) => Promise<AuthenticatedCaller | Refused>;

/** Whether a credential is refused. */
export function isRefused(caller: AuthenticatedCaller | Refused): caller is Refused {
  return caller === null || caller === 'suspended';
}

interface Entry {
  readonly caller: AuthenticatedCaller | Refused;
  /** When identity was asked, not when it answered: the answer may be as old as the question. */
  readonly askedAt: number;
  readonly expiresAt: number;
}

const KEYS = 10_000;
/** Within this time an answer is used without a thought. */
const FRESH_MS = 3_000;
/** Until then it is still used while it is asked for again; a revocation is effective by then even where its event was lost. */
const OLDEST_MS = 5_000;
/** A key that was refused may have been typed before its tenant was resumed. */
const REFUSED_MS = 2_000;

/** Remembers for a few seconds whom each credential of a kind stands for, by its hash. */
export class CallerCache<Kind extends Credential> {
  readonly #ask: AskForCaller<Kind>;
  readonly #now: () => number;
  readonly #entries = new RecentMap<string, Entry>(KEYS);
  readonly #asking = new Map<string, Promise<AuthenticatedCaller | Refused>>();
  /** Counts purges: an answer to a question asked before one may be what was purged. */
  #purges = 0;

  constructor(ask: AskForCaller<Kind>, now: () => number) {
    this.#ask = ask;
    this.#now = now;
  }

  /**
   * The caller of the credential with this hash, why it is refused, or undefined when identity has to be asked.
   * @param credential the credential itself, wanted when it is to be asked about again
   */
  known(hash: string, credential: () => Kind): AuthenticatedCaller | Refused | undefined {
    const entry = this.#entries.get(hash);
    if (entry === undefined) return undefined;
    const now = this.#now();
    const age = now - entry.askedAt;
    // A clock that was put back would make entries live on.
    if (age < 0) return undefined;
    if (isRefused(entry.caller)) return age < REFUSED_MS ? entry.caller : undefined;
    if (age >= OLDEST_MS) return undefined;
    if (entry.expiresAt <= now) return null;
    // When identity does not answer, the entry grows old and the next request says so.
    if (age >= FRESH_MS && !this.#asking.has(hash)) this.#question(credential(), undefined).catch(() => {});
    return entry.caller;
  }

  /** Whether the credential was valid when it was last asked about, however long ago, and nothing has been heard to the contrary. */
  wasValid(hash: string): boolean {
    const entry = this.#entries.get(hash);
    return entry !== undefined && !isRefused(entry.caller) && entry.expiresAt > this.#now();
  }

  /** Asks identity; requests with one key share a question. @throws when identity does not answer */
  async find(key: Kind, tenant: string | undefined): Promise<AuthenticatedCaller | Refused> {
    const asking = this.#asking.get(singleFlightKey(key, tenant));
    if (asking === undefined) return this.#question(key, tenant);
    const caller = await asking;
    // Each request with a key that counts its uses is a use.
    return !isRefused(caller) && caller.single_use ? this.#ask(key, tenant) : caller;
  }

  /** Forgets the callers that match, and every refusal. */
  forget(matches: (caller: AuthenticatedCaller) => boolean): void {
    this.#purges++;
    this.#asking.clear();
    this.#entries.deleteWhere(({ caller }) => isRefused(caller) || matches(caller));
  }

  #question(key: Kind, tenant: string | undefined): Promise<AuthenticatedCaller | Refused> {
    const askedAt = this.#now();
    const purges = this.#purges;
    const name = singleFlightKey(key, tenant);
    const question = this.#ask(key, tenant)
      .then((caller) => (purges === this.#purges ? this.#remember(key.hash, caller, askedAt, tenant !== undefined) : caller))
      .finally(() => {
        if (this.#asking.get(name) === question) this.#asking.delete(name);
      });
    this.#asking.set(name, question);
    return question;
  }

  #remember(hash: string, caller: AuthenticatedCaller | Refused, askedAt: number, narrowed: boolean): AuthenticatedCaller | Refused {
    if (isRefused(caller)) {
      // Refused for a tenant is not refused for all.
      if (!narrowed) this.#entries.set(hash, { caller, askedAt, expiresAt: Infinity });
      return caller;
    }
    if (caller.single_use) {
      this.#entries.delete(hash);
      return caller;
    }
    const previous = this.#entries.get(hash)?.caller ?? null;
    // The same caller stays the same object: tokens minted for it hang on it.
    const kept = !isRefused(previous) && JSON.stringify(caller) === JSON.stringify(previous) ? previous : caller;
    this.#entries.set(hash, { caller: kept, askedAt, expiresAt: kept.expires_at === null ? Infinity : Date.parse(kept.expires_at) });
    return kept;
  }
}

function singleFlightKey({ hash }: Credential, tenant: string | undefined): string {
  return tenant === undefined ? hash : `${hash} ${tenant}`;
}
