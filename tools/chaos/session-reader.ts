import { setTimeout as sleep } from 'node:timers/promises';
import { CookieJar } from '../e2e/cookie-jar.ts';

/** Somebody in a browser: signs in, and reads again and again. */
export class SessionReader {
  readonly #baseUrl: string;
  readonly #jar = new CookieJar();
  readonly #failed: string[] = [];
  #done = 0;
  #stopped = false;
  #running: Promise<void> | undefined;

  private constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  static async start(baseUrl: string, person: { readonly email: string; readonly password: string }, pauseMs = 50): Promise<SessionReader> {
    const reader = new SessionReader(baseUrl);
    await reader.#signIn(person);
    reader.#running = reader.#run(pauseMs);
    return reader;
  }

  async stop(): Promise<{ done: number; failed: string[] }> {
    this.#stopped = true;
    await this.#running;
    return { done: this.#done, failed: this.#failed };
  }

  async #signIn({ email, password }: { readonly email: string; readonly password: string }): Promise<void> {
    const { csrfToken } = (await (await this.#jar.fetch(`${this.#baseUrl}/api/auth/csrf`)).json()) as { csrfToken: string };
    const response = await this.#jar.fetch(`${this.#baseUrl}/api/auth/callback/credentials`, {
      method: 'POST',
      body: new URLSearchParams({ email, password, csrfToken }),
      headers: { 'x-auth-return-redirect': '1' },
    });
    const { url } = (await response.json()) as { url: string };
    if (new URL(url).searchParams.has('error')) throw new Error(`Signing in led to ${url}`);
  }

  async #run(pauseMs: number): Promise<void> {
    while (!this.#stopped) {
      const response = await this.#jar
        .fetch(`${this.#baseUrl}/api/v1/assets?limit=1`, { signal: AbortSignal.timeout(20_000) })
        .catch((error: unknown) => error as Error);
      if (response instanceof Error) this.#failed.push(`a session was not answered: ${response.message}`);
      else if (!response.ok) this.#failed.push(`a session was answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
      else {
        await response.arrayBuffer();
        this.#done++;
      }
      await sleep(pauseMs);
    }
  }
}
