/** The time of day, so that tests can move it. Milliseconds since the Unix epoch. */
export class Clock {
  now(): number {
    return Date.now();
  }
}
