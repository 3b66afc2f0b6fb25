/**
 * Lets consumption through while open. A singleton (workflows on one api at a time) opens it when it gets its lock and
 * closes it when the lock is gone.
 */
export class Gate {
  #open: boolean;
  #passed = Promise.withResolvers<undefined>();
  readonly #closers = new Set<() => void>();

  constructor(open = true) {
    this.#open = open;
    if (open) this.#passed.resolve(undefined);
  }

  get isOpen(): boolean {
    return this.#open;
  }

  open(): void {
    this.#open = true;
    this.#passed.resolve(undefined);
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#passed = Promise.withResolvers();
    for (const tell of [...this.#closers]) tell();
  }

  /** Resolves as soon as the gate is open. */
  passed(): Promise<unknown> {
    return this.#passed.promise;
  }

  onClose(tell: () => void): () => void {
    this.#closers.add(tell);
    return () => {
      this.#closers.delete(tell);
    };
  }
}
