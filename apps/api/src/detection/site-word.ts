import { Injectable } from '@nestjs/common';

/** A site's word is worth this many polls; an older one counts as not asked. */
const WORTH_MS = 90_000;

/** What each channel's site said last: live, not live, or nothing that can be trusted. */
@Injectable()
export class SiteWord {
  private readonly words = new Map<string, { live: boolean; at: number }>();

  note(channelUuid: string, live: boolean): void {
    this.words.set(channelUuid, { live, at: Date.now() });
  }

  forget(channelUuid: string): void {
    this.words.delete(channelUuid);
  }

  /** @returns null when the site could not be asked lately */
  of(channelUuid: string): boolean | null {
    const word = this.words.get(channelUuid);
    return word && Date.now() - word.at < WORTH_MS ? word.live : null;
  }
}
