/** What is about one thing is done one after the other, in the order in which it came; other things do not wait. */
export class KeyedQueue {
  private readonly ends = new Map<string, Promise<unknown>>();

  /** What the one before it threw holds up nobody. @throws what the work throws */
  run<T>(about: string, work: () => Promise<T>): Promise<T> {
    const done = (this.ends.get(about) ?? Promise.resolve()).then(work);
    const end = done
      .catch(() => undefined)
      .finally(() => {
        if (this.ends.get(about) === end) this.ends.delete(about);
      });
    this.ends.set(about, end);
    return done;
  }
}
