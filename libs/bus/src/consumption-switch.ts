/**
 * Turns the consumption of messages on and off. Its owner turns it on when it gets a lock (workflows run on one api at a
 * time) and off when it loses the lock.
 */
export class ConsumptionSwitch {
  #on: boolean;
  #turnedOn = Promise.withResolvers<undefined>();
  readonly #listeners = new Set<() => void>();

  constructor(on = true) {
    this.#on = on;
    if (on) this.#turnedOn.resolve(undefined);
  }

  get isOn(): boolean {
    return this.#on;
  }

  turnOn(): void {
    this.#on = true;
    this.#turnedOn.resolve(undefined);
  }

  turnOff(): void {
    if (!this.#on) return;
    this.#on = false;
    this.#turnedOn = Promise.withResolvers();
    for (const listener of [...this.#listeners]) listener();
  }

  /** Resolves as soon as it is on. */
  turnedOn(): Promise<unknown> {
    return this.#turnedOn.promise;
  }

  onTurnOff(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}
