import { Injectable } from '@nestjs/common';

/** A site's word is worth this many polls; an older one counts as not asked. */
const WORTH_MS = 90_000;

/** What each channel's site said last: live, not live, or nothing that can be trusted. */
@Injectable()
export class LastKnownLiveStatus {
  private readonly statuses = new Map<string, { live: boolean; at: number }>();

  set(channelUuid: string, live: boolean): void {
    this.statuses.set(channelUuid, { live, at: Date.now() });
  }

  forget(channelUuid: string): void {
    this.statuses.delete(channelUuid);
  }

  /** @returns null when the site could not be asked lately */
  of(channelUuid: string): boolean | null {
    const status = this.statuses.get(channelUuid);
    return status && Date.now() - status.at < WORTH_MS ? status.live : null;
  }
}
