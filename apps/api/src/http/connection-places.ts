export interface PlaceLimits {
  /** Connections of one address that have no login, or none yet. */
  readonly perAddress: number;
  readonly all: number;
  /** Of all, for operators only. */
  readonly forOperators: number;
}

export interface ConnectionPlace {
  /** Whether its address has so many connections that one without a login is refused unchecked. */
  readonly isCrowded: boolean;
  /**
   * Keeps the connection once its caller is known.
   * @returns false if there is no place for it
   */
  keep(isOperator: boolean): boolean;
  /** The connection is closed. */
  free(): void;
}

/** Limits of connections of one kind: guests cannot take all places, nor can one address take all places of guests. */
export class ConnectionPlaces {
  private readonly perAddress = new Map<string, number>();
  private guests = 0;
  private operators = 0;

  constructor(private readonly limits: PlaceLimits) {}

  /** @param address what counts as one address */
  take(address: string): ConnectionPlace {
    const count = this.count(address, 1);
    let state: 'pending' | 'guest' | 'operator' | 'free' = 'pending';
    return {
      isCrowded: count > 2 * this.limits.perAddress,
      keep: (isOperator) => {
        if (state !== 'pending' || !this.hasPlace(address, isOperator)) return false;
        if (isOperator) {
          this.count(address, -1);
          this.operators += 1;
        } else this.guests += 1;
        state = isOperator ? 'operator' : 'guest';
        return true;
      },
      free: () => {
        if (state === 'operator') this.operators -= 1;
        else if (state !== 'free') this.count(address, -1);
        if (state === 'guest') this.guests -= 1;
        state = 'free';
      },
    };
  }

  private hasPlace(address: string, isOperator: boolean): boolean {
    const { all, forOperators, perAddress } = this.limits;
    if (this.guests + this.operators >= all) return false;
    return isOperator || (this.guests < all - forOperators && (this.perAddress.get(address) ?? 0) <= perAddress);
  }

  private count(address: string, change: 1 | -1): number {
    const count = (this.perAddress.get(address) ?? 0) + change;
    if (count === 0) this.perAddress.delete(address);
    else this.perAddress.set(address, count);
    return count;
  }
}
