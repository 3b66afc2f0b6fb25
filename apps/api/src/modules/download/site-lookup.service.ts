import { LOOK_UP_SITE, NO_ACCESS } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type ChannelIdentity, type ChannelTarget, type VideoArchive, type Provider } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { Sites } from '../../sites/sites.js';
import { videoArchiveOf } from '../../sites/video-archive-of.js';

const SITE_TIMEOUT_MS = 20_000;

/** v0's look-ups, which support only one site. */
@Injectable()
export class SiteLookup {
  constructor(private readonly sites: Sites) {}

  get videoArchive(): VideoArchive {
    return videoArchiveOf(this.sites, LOOK_UP_SITE);
  }
  /** A new time limit for one request. */
  timeout(): AbortSignal {
    return AbortSignal.timeout(SITE_TIMEOUT_MS);
  }

  /** @throws UserError `unknown-channel` (404) */
  async user(login: string): Promise<ChannelIdentity> {
    try {
      return await this.site.identify(login, this.timeout());
    } catch (thrown) {
      if (thrown instanceof UserError)
        throw new UserError(message('error.unknown-channel.user', { login }), { status: 404, cause: thrown });
      throw thrown;
    }
  }

  /** What the site needs to list a channel's content. */
  targetOf({ sourceId, sourceUrl }: ChannelIdentity): ChannelTarget {
    return { key: sourceId, sourceId, sourceUrl, access: NO_ACCESS, network: null };
  }

  get site(): Provider {
    return this.sites.of(LOOK_UP_SITE);
  }
}
