import { type VodState } from '#libs/contracts';
import { message, verbatim } from '#libs/messages';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { type NewNotification } from '../platform/notifications.service.js';

/** One recording of a VOD: its start, its end and its gaps are reported once each, also if the VOD is recorded again later. */
const eventId = (what: string, { uuid, assignedAt }: VodEntity): string => `${what} ${uuid} ${assignedAt.getTime()}`;

/** Where an event of a VOD belongs, and the values of its texts. */
export const factsOf = (vod: VodEntity) => ({
  channelUuid: vod.channelUuid,
  vodUuid: vod.uuid,
  values: {
    channel: vod.channelDisplay,
    login: vod.channelName,
    basename: vod.basename,
    stream_title: vod.title,
    duration: durationOf(vod.mediaMs),
  },
});

const RUNNING: readonly VodState[] = ['waiting', 'capturing', 'paused'];

/**
 * What a change of a VOD's state reports: a recording has begun, has ended, or ended with nothing. A downloaded VOD is no
 * recording.
 */
export function recordingEvents(before: VodState, vod: VodEntity): NewNotification[] {
  const { state, assigned, origin, channelDisplay: name } = vod;
  if (origin !== 'capture' || state === before) return [];
  if (state === 'capturing' && assigned)
    return [
      {
        eventId: eventId('recording-started', vod),
        category: 'recordingStarted',
        level: 'info',
        title: message('notification.recording-started', { name }),
        text: vod.title === '' ? null : verbatim(vod.title),
        ...factsOf(vod),
      },
    ];
  if (RUNNING.includes(before) && !RUNNING.includes(state)) return [state === 'failed' ? failed(vod) : ended(vod)];
  return [];
}

const ended = (vod: VodEntity): NewNotification => ({
  eventId: eventId('recording-ended', vod),
  category: 'recordingEnded',
  level: 'info',
  title: message('notification.recording-ended', { name: vod.channelDisplay }),
  text: message('notification.recording-facts', {
    duration: durationOf(vod.mediaMs),
    gb: (vod.bytes / 1_000_000_000).toFixed(2),
    basename: vod.basename,
  }),
  ...factsOf(vod),
});

/** A notice reports a live stream that is not recorded while it is live; then the end needs no further message. */
const failed = (vod: VodEntity): NewNotification => ({
  eventId: eventId('recording-failed', vod),
  category: 'recordingFailed',
  level: 'error',
  title: message('notification.recording-failed', { name: vod.channelDisplay }),
  text: vod.stateReason,
  unlessNotice: `could-not-record:${vod.uuid}`,
  ...factsOf(vod),
});

/** Its stages have come to the scripts and webhooks. @param id one per run of that stage */
export const readyEvent = (vod: VodEntity, id: string): NewNotification => ({
  eventId: eventId(`recording-ready ${id}`, vod),
  category: 'recordingReady',
  level: 'info',
  title: message('notification.recording-ready', { name: vod.channelDisplay }),
  text: verbatim(vod.basename),
  ...factsOf(vod),
});

/** @param missingMs time that the recording lacks */
export const gapEvent = (vod: VodEntity, missingMs: number): NewNotification => ({
  eventId: eventId('recording-gap', vod),
  category: 'recordingGap',
  level: 'warning',
  title: message('notification.recording-gap', { name: vod.channelDisplay, duration: durationOf(missingMs) }),
  text: verbatim(vod.basename),
  ...factsOf(vod),
});

/** `1:02:03`, rounded up to a second. */
export function durationOf(ms: number): string {
  const s = Math.ceil(ms / 1000);
  const [minutes, seconds] = [Math.floor(s / 60) % 60, s % 60].map((n) => String(n).padStart(2, '0'));
  return `${Math.floor(s / 3600)}:${minutes}:${seconds}`;
}
