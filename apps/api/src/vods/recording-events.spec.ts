import { type VodState } from '#libs/contracts';
import { message } from '#libs/messages';
import { describe, expect, it } from '@jest/globals';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { durationOf, gapEvent, recordingEvents } from './recording-events.js';

const vod = (state: VodState, more: Partial<VodEntity> = {}): VodEntity =>
  ({
    uuid: 'v',
    channelUuid: 'c',
    channelName: 'quay',
    channelDisplay: 'Quay',
    basename: 'quay_1',
    title: 'Boats',
    state,
    stateReason: null,
    assigned: state === 'capturing' || state === 'paused' || state === 'waiting',
    assignedAt: new Date(1000),
    mediaMs: 3_723_001,
    bytes: 7_310_000_000,
    origin: 'capture',
    ...more,
  }) as VodEntity;
const idsOf = (...states: readonly VodState[]): string[] =>
  states.flatMap((state, n) => recordingEvents(states[n - 1] ?? 'waiting', vod(state)).map(({ eventId }) => eventId));

describe('a recording reports', () => {
  it('its start and its end, with the same ids whatever happens in between', () => {
    const ids = idsOf('capturing', 'paused', 'capturing', 'ended', 'converting', 'finalized');
    expect([...new Set(ids)]).toEqual(['recording-started v 1000', 'recording-ended v 1000']);
    expect(recordingEvents('paused', vod('ended'))).toMatchObject([
      {
        category: 'recordingEnded',
        channelUuid: 'c',
        vodUuid: 'v',
        text: { params: { duration: '1:02:04', gb: '7.31', basename: 'quay_1' } },
        values: { login: 'quay', stream_title: 'Boats' },
      },
    ]);
  });

  it('another start if the stream comes back after its end', () => {
    const again = recordingEvents('finalized', vod('capturing', { assignedAt: new Date(2000) }));
    expect(again).toMatchObject([{ eventId: 'recording-started v 2000', category: 'recordingStarted' }]);
  });

  it('that it recorded nothing, unless a notice has reported it', () => {
    const [event] = recordingEvents('waiting', vod('failed', { stateReason: message('verdict.nothing-recorded') }));
    expect(event).toMatchObject({ category: 'recordingFailed', level: 'error', unlessNotice: 'could-not-record:v' });
  });

  it('nothing for a conversion that fails, a download, or the parts of a recording that is already over', () => {
    expect(recordingEvents('converting', vod('failed'))).toEqual([]);
    expect(recordingEvents('downloading', vod('finalized', { origin: 'download' }))).toEqual([]);
    expect(recordingEvents('ended', vod('capturing', { assigned: false }))).toEqual([]);
    expect(recordingEvents('capturing', vod('capturing'))).toEqual([]);
  });

  it('what it lacks', () => {
    expect(gapEvent(vod('ended'), 61_000)).toMatchObject({
      eventId: 'recording-gap v 1000',
      title: { params: { duration: '0:01:01' } },
    });
    expect(durationOf(0)).toBe('0:00:00');
  });
});
