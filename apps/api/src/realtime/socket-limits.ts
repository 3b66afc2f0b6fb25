/** Sockets of one address that have no login, or none yet. */
const MAX_PER_ADDRESS = 50;
const MAX_ALL = 1_000;
/** Of {@link MAX_ALL}, for operators only. */
const OPERATORS_SHARE = 200;

export interface SocketPlace {
  /** Whether its address has so many sockets that one without a login is refused unchecked. */
  readonly isCrowded: boolean;
  /**
   * Keeps the socket once its caller is known.
   * @returns false if there is no place for it
   */
  keep(isOperator: boolean): boolean;
  /** The socket is closed. */
  free(): void;
}

/** Connection limits of the websocket: guests cannot take all places, nor can one address take all places of guests. */
export class SocketLimits {
  private readonly perAddress = new Map<string, number>();
  private guests = 0;
  private operators = 0;

  /** @param address what counts as one address */
  take(address: string): SocketPlace {
    const count = this.count(address, 1);
    let state: 'pending' | 'guest' | 'operator' | 'free' = 'pending';
    return {
      isCrowded: count > 2 * MAX_PER_ADDRESS,
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
    if (this.guests + this.operators >= MAX_ALL) return false;
    return (
      isOperator || (this.guests < MAX_ALL - OPERATORS_SHARE && (this.perAddress.get(address) ?? 0) <= MAX_PER_ADDRESS)
    );
  }

  private count(address: string, change: 1 | -1): number {
    const count = (this.perAddress.get(address) ?? 0) + change;
    if (count === 0) this.perAddress.delete(address);
    else this.perAddress.set(address, count);
    return count;
  }
}
