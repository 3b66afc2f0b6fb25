import { createHash } from 'node:crypto';

/** A small repeatable random number generator (mulberry32): the same seed produces the same chat. */
export class Seeded {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** A number from 0 to below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer from `from` to `to`, both included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** @throws RangeError: for an empty list */
  pick<T>(from: readonly T[]): T {
    const found = from[this.int(0, from.length - 1)];
    if (found === undefined) throw new RangeError('nothing to pick from');
    return found;
  }

  shuffled<T>(all: readonly T[]): T[] {
    const cards = [...all];
    for (let i = cards.length - 1; i > 0; i--) {
      const j = this.int(0, i);
      [cards[i], cards[j]] = [cards[j] as T, cards[i] as T];
    }
    return cards;
  }

  hex(digits: number): string {
    let text = '';
    while (text.length < digits) text += this.int(0, 0xffff).toString(16).padStart(4, '0');
    return text.slice(0, digits);
  }

  uuid(): string {
    const hex = this.hex(32);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${'89ab'[this.int(0, 3)] ?? '8'}${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}

/** The first digits of a text's SHA-256: ids that are the same in every run. */
export const hexOf = (text: string, digits: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, digits);

/** Derives a seed from a text. */
export const seedOf = (text: string): number => Number.parseInt(hexOf(text, 8), 16);

/** A uuid that is the same in every run. */
export function uuidOf(text: string): string {
  const hex = hexOf(text, 32);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
