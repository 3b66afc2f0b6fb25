import { describe, expect, it } from '@jest/globals';
import { playbackStand } from './playback.fixture.js';
import {
  PlaybackTokens,
  SIM_PLAYBACK_TOKEN,
  SIM_PLAYBACK_TOKEN_RENEWED,
  type TokenRequest,
} from './playback-tokens.js';

const request = (twitch: Parameters<typeof playbackStand>[0] = {}, more: Partial<TokenRequest> = {}): TokenRequest => ({
  account: playbackStand(twitch).account,
  playerType: 'embed',
  platform: 'web',
  viewer: null,
  ...more,
});
const fieldsOf = ({ value }: { readonly value: string }): object => JSON.parse(value) as object;

describe('playback tokens', () => {
  it('are good byte by byte, signed with 40 hex digits', () => {
    const tokens = new PlaybackTokens();
    const { value, signature } = tokens.issue(request());
    expect(signature).toMatch(/^[0-9a-f]{40}$/);
    expect(tokens.read(value, signature)).toMatchObject({ channel: 'salty', user_id: null });
    expect(tokens.read(JSON.stringify(JSON.parse(value), null, 1), signature)).toBe('invalid_signature');
  });

  it('end', () => {
    let now = 1_000_000;
    const tokens = new PlaybackTokens(() => now);
    const { value, signature } = tokens.issue(request({ tokenLifeS: 5 }));
    now += 5000;
    expect(tokens.read(value, signature)).toBe('nauth_token_expired');
  });

  it('know the one viewer, who is a subscriber', () => {
    const tokens = new PlaybackTokens();
    const hidden = { best: 'AUTHZ_DISALLOWED_BITRATE', mid: 'AUTHZ_GEO' } as const;
    expect(tokens.viewerOf('somebody')).toBeNull();
    expect(fieldsOf(tokens.issue(request({ playback: { hidden } })))).toMatchObject({
      hide_ads: false,
      show_ads: true,
      subscriber: false,
      chansub: { restricted_bitrates: ['best'] },
    });
    expect(
      fieldsOf(tokens.issue(request({ playback: { hidden } }, { viewer: tokens.viewerOf(SIM_PLAYBACK_TOKEN) }))),
    ).toMatchObject({ hide_ads: true, subscriber: true, user_id: 90_000_001, chansub: { restricted_bitrates: [] } });
  });

  it('show no ads to some players', () => {
    expect(
      fieldsOf(
        new PlaybackTokens().issue(request({ playback: { adFreePlayers: ['popout'] } }, { playerType: 'popout' })),
      ),
    ).toMatchObject({ hide_ads: true, player_type: 'popout' });
  });

  it("are refused once all were revoked, the viewer's own too", () => {
    const tokens = new PlaybackTokens();
    const { value, signature } = tokens.issue(request());
    tokens.revokeAll();
    expect(tokens.read(value, signature)).toBe('invalid_signature');
    expect(tokens.viewerOf(SIM_PLAYBACK_TOKEN)).toBeNull();
    expect(tokens.viewerOf(SIM_PLAYBACK_TOKEN_RENEWED)).not.toBeNull();
  });
});
