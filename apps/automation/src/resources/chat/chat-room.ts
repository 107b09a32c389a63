/** Max conversations a tenant streams at once from one instance. */
const MAX_STREAMS_PER_TENANT = 20;

/** Counts the chat streams of each tenant. */
export class ChatRoom {
  readonly #open = new Map<string, number>();

  isFull(tenant: string): boolean {
    return (this.#open.get(tenant) ?? 0) >= MAX_STREAMS_PER_TENANT;
  }

  enter(tenant: string): void {
    this.#open.set(tenant, (this.#open.get(tenant) ?? 0) + 1);
  }

  leave(tenant: string): void {
    const left = (this.#open.get(tenant) ?? 1) - 1;
    if (left === 0) this.#open.delete(tenant);
    else this.#open.set(tenant, left);
  }
}
