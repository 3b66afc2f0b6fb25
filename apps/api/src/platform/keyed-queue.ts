/** Runs work with the same key one after the other, in the order of arrival. Other keys do not wait. */
export class KeyedQueue {
  private readonly ends = new Map<string, Promise<unknown>>();

  /**
   * A failure of earlier work does not stop later work.
   * @throws the errors of `work`
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const done = (this.ends.get(key) ?? Promise.resolve()).then(work);
    const end = done
      .catch(() => undefined)
      .finally(() => {
        if (this.ends.get(key) === end) this.ends.delete(key);
      });
    this.ends.set(key, end);
    return done;
  }
}
