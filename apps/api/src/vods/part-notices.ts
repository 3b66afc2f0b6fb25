import { type CaptureNotice } from '#libs/contracts';
import { message, type OwnMessage } from '#libs/messages';

const NOTICE_TEXTS = {
  'numbers-changed': message('capture.notice.numbers-changed'),
  'known-media': message('capture.notice.known-media'),
  'dates-moved': message('capture.notice.dates-moved'),
  'dates-ignored': message('capture.notice.dates-ignored'),
  'durations-replaced': message('capture.notice.durations-replaced'),
  'times-step-back': message('capture.notice.times-step-back'),
  'segment-truncated': message('capture.notice.segment-truncated'),
  'audio-missing': message('capture.notice.audio-missing'),
  'subtitles-missing': message('capture.notice.subtitles-missing'),
  'video-stopped': message('capture.notice.video-stopped'),
  'audio-stopped': message('capture.notice.audio-stopped'),
  'audio-damaged': message('capture.notice.audio-damaged'),
} as const satisfies Record<CaptureNotice, OwnMessage>;

export const noticeText = (code: CaptureNotice): OwnMessage => NOTICE_TEXTS[code];
