import { Injectable } from '@nestjs/common';

/** A status is valid for this time. An older one counts as unknown. */
const WORTH_MS = 90_000;

/** Last live status of each channel from its site. */
@Injectable()
export class LastKnownLiveStatus {
  private readonly statuses = new Map<string, { live: boolean; at: number }>();

  set(channelUuid: string, live: boolean): void {
    this.statuses.set(channelUuid, { live, at: Date.now() });
  }

  forget(channelUuid: string): void {
    this.statuses.delete(channelUuid);
  }

  /** @returns null if there is no valid status */
  of(channelUuid: string): boolean | null {
    const status = this.statuses.get(channelUuid);
    return status && Date.now() - status.at < WORTH_MS ? status.live : null;
  }
}
