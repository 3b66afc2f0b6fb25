import { describe, expect, it } from '@jest/globals';
import { LiveChannel } from '../../channel/live-channel.js';
import { Rendition } from '../../channel/rendition.js';
import { smallChannel } from '../../scenarios/small-channel.js';
import { cutOf } from '../media/playback.fixture.js';
import { TwitchWorld, type TwitchChannel } from '../world.js';
import { Archive } from './archive.js';
import type { PastSpec } from './past-spec.js';
import { videoPlaylist } from './video-playlist.js';

interface Stand {
  readonly live: LiveChannel;
  readonly account: TwitchChannel;
  readonly world: TwitchWorld;
  readonly archive: Archive;
  go(how?: 'start' | 'resume'): void;
  list(id?: string): string[];
}

function stand(past: PastSpec = {}, prefill = 7): Stand {
  const twitch = { userId: '7', displayName: 'Salty', title: 'Boats', category: 'Chess', past };
  const spec = smallChannel('salty', { twitch, prefill });
  const live = new LiveChannel(spec, [new Rendition('source', cutOf())]);
  const world = new TwitchWorld([{ name: 'salty', twitch }]);
  const [account] = world.channels as [TwitchChannel];
  const archive = new Archive(world, new Map([['7', live]]));
  return {
    live,
    account,
    world,
    archive,
    go: (how = 'start') => {
      live.act({ do: how });
      live.stop();
      world.goLive(account, { same: how === 'resume' });
    },
    list: (id) => {
      const video = archive.all().find((retained) => retained.id === (id ?? archive.all()[0]?.id));
      return video
        ? videoPlaylist(video, { pieceS: 2, isFmp4: false, names: 'muted' })
            .split('\n')
            .filter((line) => /^\d|DISCONTINUITY$|EXTINF|ENDLIST/.test(line))
        : [];
    },
  };
}

describe('a broadcast as a video', () => {
  it('shows whole segments of 10 s while it runs, and the rest with its end', () => {
    const { go, list, world, account } = stand();
    go();
    expect(list()).toEqual(['#EXTINF:10.000,', '0.ts']);
    world.goOffline(account);
    expect(list()).toEqual(['#EXTINF:10.000,', '0.ts', '#EXTINF:4.000,', '1.ts', '#EXT-X-ENDLIST']);
  });

  it('is one video over a drop, with a discontinuity where it came back', () => {
    const { go, list, archive } = stand();
    go();
    go('resume');
    expect(archive.all()).toHaveLength(1);
    expect(list()).toEqual([
      '#EXTINF:10.000,',
      '0.ts',
      '#EXTINF:4.000,',
      '1.ts',
      '#EXT-X-DISCONTINUITY',
      '#EXTINF:10.000,',
      '2.ts',
    ]);
  });

  it('leaves the next broadcast to the next video, newest first', () => {
    const { go, list, archive, world, account } = stand({}, 5);
    go();
    world.goOffline(account);
    go();
    expect(archive.all().map(({ id, streamId }) => [id, streamId])).toEqual([
      ['2600000001', '40001000001'],
      ['2600000000', '40001000000'],
    ]);
    expect(list('2600000000')).toEqual(['#EXTINF:10.000,', '0.ts', '#EXT-X-ENDLIST']);
  });

  it('tells of its categories, hides what was deleted, and names muted segments', () => {
    const { go, list, archive, world, account } = stand();
    go();
    world.update(account, { category: 'Music' });
    world.update(account, { title: 'Same' });
    expect(archive.byId('2600000000')?.chapters.map(({ category }) => category?.name)).toEqual(['Chess', 'Music']);
    archive.change(account, undefined, { muted: [{ from: 0, count: 1 }] });
    expect(list()).toContain('0-muted.ts');
    archive.change(account, '2600000000', { access: 'deleted' });
    expect([archive.byId('2600000000'), archive.all()[0]?.state.muted]).toEqual([undefined, [{ from: 0, count: 1 }]]);
  });

  it.each([[{ keepsBroadcasts: false }], [{ lagS: 600 }]])('is not shown by a channel with %j', (past) => {
    const { go, archive } = stand(past);
    go();
    expect(archive.of(() => true)).toEqual([]);
  });
});
