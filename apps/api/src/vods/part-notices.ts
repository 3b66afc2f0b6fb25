import { type CaptureNotice } from '#libs/contracts';
import { message, type OwnMessage } from '#libs/messages';
import { type PartEntity } from '../persistence/entities/part.entity.js';

type Notices = PartEntity['notices'];

const TEXTS = {
  'numbers-changed': message('capture.notice.numbers-changed'),
  'known-media': message('capture.notice.known-media'),
  'dates-moved': message('capture.notice.dates-moved'),
  'dates-ignored': message('capture.notice.dates-ignored'),
  'durations-replaced': message('capture.notice.durations-replaced'),
  'times-step-back': message('capture.notice.times-step-back'),
} as const satisfies Record<CaptureNotice, OwnMessage>;

export const noticeText = (code: CaptureNotice): OwnMessage => TEXTS[code];

/** Counts only grow, so an older report changes nothing. */
export function mergeNotices(before: Readonly<Notices>, update: Readonly<Notices>): Notices {
  const counts = new Map(before.map(({ code, count }) => [code, count]));
  for (const { code, count } of update) counts.set(code, Math.max(counts.get(code) ?? 0, count));
  return [...counts].map(([code, count]) => ({ code, count }));
}
