import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { KEEP_CHOICES, Quality } from '../entities/channel-form.js';
import { settingsOf } from './setting-def.js';

const reencoder = settingsOf('re-encoder');
const clips = settingsOf('clip-download');
const tell = settingsOf('notifications');
const afterwards = settingsOf('after-recording');

/** A time of day, or empty. */
const QuietTime = z
  .string()
  .trim()
  .regex(/^(?:|(?:[01]\d|2[0-3]):[0-5]\d)$/, fieldMessage('field.quiet-time'));

const PRESETS = [
  'ultrafast',
  'superfast',
  'veryfast',
  'faster',
  'fast',
  'medium',
  'slow',
  'slower',
  'veryslow',
  'placebo',
  'hp',
  'hq',
  'bd',
  'll',
  'llhq',
  'llhp',
  'lossless',
  'losslesshp',
  'p1',
  'p2',
  'p3',
  'p4',
  'p5',
  'p6',
  'p7',
] as const;

/** Automatic actions after a recording, and notifications. */
export const AUTOMATION_SETTINGS = {
  'after_recording.match': afterwards.flag({ default: true }),
  'after_recording.download_chat': afterwards.flag({ default: false }),
  'after_recording.download_vod': afterwards.flag({ default: false }),
  'after_recording.download_vod_quality': {
    ...afterwards.line({ default: 'best' }),
    schema: Quality,
  },
  'after_recording.keep': afterwards.oneOf(KEEP_CHOICES, { default: 'both', named: KEEP_CHOICES }),
  'after_recording.repair': afterwards.flag({ default: false }),
  'after_recording.hook': afterwards.flag({ default: false, access: true }),
  'after_recording.download_delay_min': afterwards.whole({ unit: 'minutes', min: 0, max: 10_080, default: 10 }),
  'webhook_url': tell.address(/^https?$/, { secret: true }),
  'telegram_token': tell.secret({}),
  'telegram_chat_id': tell.line({ default: '' }),
  // May contain a user and a password.
  'notifications.ntfy.url': tell.address(/^https?$/, { secret: true }),
  'notifications.ntfy.topic': tell.line({ default: '' }),
  'discord_webhook': {
    ...tell.address(/^https$/, {}),
    secret: true,
  },
  'notifications.pushover.token': tell.secret({}),
  'notifications.pushover.user': tell.secret({}),
  'notifications.quiet.from': { ...tell.line({ default: '' }), schema: QuietTime },
  'notifications.quiet.to': { ...tell.line({ default: '' }), schema: QuietTime },
  'capture.autosplit-enabled': settingsOf('capture').flag({
    default: false,
    later: 'render',
  }),
  'schedule.export_vods': settingsOf('schedules').flag({
    default: false,
    later: 'export',
  }),
  'contact_sheet.enable': settingsOf('contact-sheet').flag({
    default: false,
  }),
  'contact_sheet.width': settingsOf('contact-sheet').whole({
    unit: 'pixels',
    min: 100,
    max: 10_000,
    default: 1_920,
  }),
  'contact_sheet.grid': {
    ...settingsOf('contact-sheet').line({ default: '3x5' }),
    schema: z
      .string()
      .trim()
      .regex(/^[1-9]\d?x[1-9]\d?$/, fieldMessage('field.grid')),
  },
  'scheduler.clipdownload.enabled': clips.flag({
    default: false,
  }),
  'scheduler.clipdownload.channels': clips.line({
    default: '',
    max: 10_000,
  }),
  'scheduler.clipdownload.amount': clips.whole({
    unit: 'clips',
    min: 1,
    max: 100,
    default: 1,
  }),
  'scheduler.clipdownload.age': clips.whole({
    unit: 'seconds',
    min: 60,
    max: 31_536_000,
    default: 86_400,
  }),
  'reencoder.enabled': reencoder.flag({
    default: false,
    later: 'render',
  }),
  'reencoder.video_codec': reencoder.oneOf(['libx264', 'h264_nvenc', 'h264_qsv', 'h264_videotoolbox', 'hevc_nvenc'], {
    default: 'libx264',
    later: 'render',
  }),
  'reencoder.preset': reencoder.oneOf(PRESETS, {
    default: 'medium',
    later: 'render',
  }),
  'reencoder.tune': reencoder.oneOf(['hq', 'll', 'ull', 'lossless'], {
    default: 'hq',
    later: 'render',
  }),
  'reencoder.crf': reencoder.whole({
    min: 0,
    max: 63,
    default: 23,
    later: 'render',
  }),
  'reencoder.resolution': reencoder.whole({
    unit: 'pixels',
    min: 0,
    max: 4_320,
    default: 0,
    later: 'render',
  }),
  'reencoder.hwaccel': reencoder.flag({
    default: false,
    later: 'render',
  }),
  'reencoder.delete_source': reencoder.flag({
    default: false,
    later: 'render',
  }),
} as const;
