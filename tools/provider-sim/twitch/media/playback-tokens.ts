import { createHmac, randomBytes } from 'node:crypto';
import type { TwitchChannel } from '../world.js';

/**
 * Value of the site's `auth-token` cookie for the only viewer that the simulated Twitch knows; sent as `Authorization:
 * OAuth <value>`.
 */
export const SIM_PLAYBACK_TOKEN = 'simplayback0123456789abcdefghi';
/** The valid value after `revoke-tokens`. */
export const SIM_PLAYBACK_TOKEN_RENEWED = 'simplayback9876543210abcdefghi';

export interface Viewer {
  readonly userId: number;
  readonly isSubscriber: boolean;
}
/** `value` is JSON text; the signature covers its exact bytes. */
export interface SignedToken {
  readonly value: string;
  readonly signature: string;
}
export interface TokenRequest {
  readonly account: TwitchChannel;
  readonly playerType: string;
  readonly platform: string;
  readonly viewer: Viewer | null;
}
/** Fields of an accepted token that usher uses. */
export interface ReadToken {
  readonly channel: string;
  readonly expires: number;
  readonly hide_ads: boolean;
  readonly subscriber: boolean;
  readonly user_id: number | null;
}
/** Fields of a token for a video that usher uses. */
export interface ReadVideoToken {
  readonly vod_id: number;
  readonly expires: number;
  readonly user_id: number | null;
}
export interface ReadClipToken {
  readonly clip_slug: string;
  readonly expires: number;
}
export type TokenFault = 'invalid_signature' | 'nauth_token_expired';

const LIFE_S = 1200;
const VIEW_UNTIL = 1_924_905_600;

/**
 * Issues playback tokens (GQL) and checks them (usher). A token is valid until it expires, or until all are revoked.
 */
export class PlaybackTokens {
  private key = randomBytes(32);
  private generation = 0;

  constructor(private readonly now: () => number = Date.now) {}

  /** Rejects all issued tokens from now on, including the viewer's own. */
  revokeAll(): void {
    this.key = randomBytes(32);
    this.generation += 1;
  }

  /** @returns null if the token is not the viewer's */
  viewerOf(oauthToken: string): Viewer | null {
    const good = this.generation === 0 ? SIM_PLAYBACK_TOKEN : SIM_PLAYBACK_TOKEN_RENEWED;
    return oauthToken === good ? { userId: 90_000_001, isSubscriber: true } : null;
  }

  issue(request: TokenRequest): SignedToken {
    const value = JSON.stringify(this.fieldsOf(request));
    return { value, signature: this.sign(value) };
  }

  /**
   * Issues a token for a video. The site also issues one to a viewer who may not see the video
   * (docs/reference/twitch.md#playback-tokens).
   */
  issueVideo(videoId: string, viewer: Viewer | null): SignedToken {
    const value = JSON.stringify({
      authorization: { forbidden: false, reason: '' },
      chansub: { restricted_bitrates: [] },
      device_id: null,
      expires: Math.floor(this.now() / 1000) + LIFE_S,
      https_required: true,
      privileged: false,
      user_id: viewer?.userId ?? null,
      version: 3,
      vod_id: Number(videoId),
      maximum_resolution: 'FULL_HD',
      maximum_video_bitrate_kbps: 12_500,
      maximum_resolution_reasons: { QUAD_HD: ['AUTHZ_NOT_LOGGED_IN'] },
      maximum_video_bitrate_kbps_reasons: {},
    });
    return { value, signature: this.sign(value) };
  }

  /** Issues a token for a clip. */
  issueClip(slug: string): SignedToken {
    const value = JSON.stringify({
      authorization: { forbidden: false, reason: '' },
      clip_uri: '',
      clip_slug: slug,
      device_id: null,
      expires: Math.floor(this.now() / 1000) + LIFE_S,
      user_id: '',
      version: 3,
    });
    return { value, signature: this.sign(value) };
  }

  read(value: string, signature: string): ReadToken | TokenFault {
    return this.faultOf(value, signature) ?? (JSON.parse(value) as ReadToken);
  }
  readVideo(value: string, signature: string): ReadVideoToken | TokenFault {
    return this.faultOf(value, signature) ?? (JSON.parse(value) as ReadVideoToken);
  }
  readClip(value: string, signature: string): ReadClipToken | TokenFault {
    return this.faultOf(value, signature) ?? (JSON.parse(value) as ReadClipToken);
  }

  private faultOf(value: string, signature: string): TokenFault | null {
    if (signature !== this.sign(value)) return 'invalid_signature';
    const { expires } = JSON.parse(value) as { readonly expires: number };
    return expires * 1000 <= this.now() ? 'nauth_token_expired' : null;
  }

  private sign(value: string): string {
    return createHmac('sha1', this.key).update(value).digest('hex');
  }

  /** The fields of a live token, in order (docs/reference/twitch.md#playback-tokens). */
  private fieldsOf({ account, playerType, platform, viewer }: TokenRequest): Readonly<Record<string, unknown>> {
    const { spec, login, userId, category, isMature } = account;
    const { hidden = {}, adFreePlayers = [] } = spec.playback ?? {};
    const { isSubscriber, userId: viewerId } = viewer ?? { isSubscriber: false, userId: null };
    const restricted = isSubscriber
      ? []
      : Object.keys(hidden).filter((name) => hidden[name] === 'AUTHZ_DISALLOWED_BITRATE');
    const hidesAds = isSubscriber || adFreePlayers.includes(playerType);
    return {
      adblock: false,
      authorization: { forbidden: false, reason: '' },
      blackout_enabled: false,
      channel: login,
      channel_id: Number(userId),
      chansub: { restricted_bitrates: restricted, view_until: VIEW_UNTIL },
      ci_gb: false,
      geoblock_reason: '',
      device_id: null,
      expires: Math.floor(this.now() / 1000) + (spec.tokenLifeS ?? LIFE_S),
      extended_history_allowed: false,
      game: category?.name ?? '',
      hide_ads: hidesAds,
      https_required: true,
      mature: isMature,
      partner: spec.broadcasterType === 'partner',
      platform,
      player_type: playerType,
      private: { allowed_to_view: true },
      privileged: false,
      role: '',
      server_ads: !hidesAds,
      show_ads: !hidesAds,
      subscriber: isSubscriber,
      turbo: false,
      user_id: viewerId,
      user_ip: '192.0.2.7',
      version: 2,
    };
  }
}
