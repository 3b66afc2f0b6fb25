import { Injectable } from '@nestjs/common';

/**
 * An older status counts as unknown: while a site is unavailable, its last status must neither end a recording nor keep
 * it open.
 */
const VALID_MS = 90_000;
/** An unknown status stays valid for this many polls, so that rare polls do not reset its time. */
const VALID_POLLS = 2;

/**
 * Last live status of each channel from its site, for the end of recordings. Only in the memory of this process, so
 * every status is unknown after a start.
 */
@Injectable()
export class LastKnownLiveStatus {
  private readonly statuses = new Map<string, { live: boolean; at: number }>();
  /** Channels whose newest answer does not contain the status. */
  private readonly unknowns = new Map<string, { since: number; until: number }>();

  set(channelUuid: string, live: boolean): void {
    this.statuses.set(channelUuid, { live, at: Date.now() });
    this.unknowns.delete(channelUuid);
  }

  /**
   * Records an answer without the status. An earlier status stays valid for its time.
   * @param stored `since`: since when it is unknown according to the channel's row, null: the row has a status
   */
  setUnknown(channelUuid: string, stored: { readonly since: Date | null; readonly pollMs: number }): void {
    const at = Date.now();
    const since = this.unknownSince(channelUuid) ?? stored.since?.getTime() ?? at;
    this.unknowns.set(channelUuid, { since, until: at + Math.max(VALID_MS, VALID_POLLS * stored.pollMs) });
  }

  forget(channelUuid: string): void {
    this.statuses.delete(channelUuid);
    this.unknowns.delete(channelUuid);
  }

  /** @returns whether the channel is live; null if unknown */
  of(channelUuid: string): boolean | null {
    const status = this.statuses.get(channelUuid);
    return status && Date.now() - status.at < VALID_MS ? status.live : null;
  }

  /** Since when the status is unknown, ms since the Unix epoch; null if the newest answer contains it or is too old. */
  unknownSince(channelUuid: string): number | null {
    const unknown = this.unknowns.get(channelUuid);
    return unknown && Date.now() < unknown.until ? unknown.since : null;
  }
}
