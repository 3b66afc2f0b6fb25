/** Present time in milliseconds since the Unix epoch. Tests replace it. */
export class Clock {
  now(): number {
    return Date.now();
  }
}
