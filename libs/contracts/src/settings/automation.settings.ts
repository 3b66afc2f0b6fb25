import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { settingsOf } from './setting-def.js';

const LATER = 'automation';
const reencoder = settingsOf('Re-encoder');
const clips = settingsOf('Clip download');
const tell = settingsOf('Notifications');

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

/** What happens by itself after a recording, and who is told. */
export const AUTOMATION_SETTINGS = {
  'webhook_url': tell.address(/^https?$/, {
    text: 'Webhook',
    help: 'Receives every event by POST.',
    secret: true,
    later: LATER,
  }),
  'telegram_token': tell.secret({
    text: 'Telegram bot token',
    help: 'The token of the bot that sends the messages.',
    later: LATER,
  }),
  'telegram_chat_id': tell.line({
    text: 'Telegram chat',
    help: 'The ID of the chat that receives the messages.',
    default: '',
    later: LATER,
  }),
  'notifications.ntfy.url': tell.address(/^https?$/, {
    text: 'Ntfy server',
    help: 'The address of the server.',
    later: LATER,
  }),
  'notifications.ntfy.topic': tell.line({
    text: 'Ntfy topic',
    help: 'The topic that receives the messages.',
    default: '',
    later: LATER,
  }),
  'discord_webhook': {
    ...tell.address(/^https$/, {
      text: 'Discord webhook',
      help: 'The address of the webhook. Anyone who knows it can post there.',
      later: LATER,
    }),
    secret: true,
  },
  'notifications.pushover.token': tell.secret({
    text: 'Pushover app token',
    help: 'The token of the app.',
    later: LATER,
  }),
  'notifications.pushover.user': tell.secret({
    text: 'Pushover user key',
    help: 'The key of the user who receives the notifications.',
    later: LATER,
  }),
  'capture.autosplit-enabled': settingsOf('Capture').flag({
    text: 'Split by chapters',
    help: 'Splits a finished VOD at its chapters.',
    default: false,
    later: LATER,
  }),
  'schedule.export_vods': settingsOf('Schedules').flag({
    text: 'Export every night',
    help: 'Exports all VODs that are not exported yet.',
    default: false,
    later: LATER,
  }),
  'contact_sheet.enable': settingsOf('Contact sheet').flag({
    text: 'Contact sheet',
    help: 'Creates a picture with many moments of each VOD.',
    default: false,
    later: LATER,
  }),
  'contact_sheet.width': settingsOf('Contact sheet').whole({
    text: 'Width',
    help: 'The width of the picture.',
    unit: 'pixels',
    min: 100,
    max: 10_000,
    default: 1_920,
    later: LATER,
  }),
  'contact_sheet.grid': {
    ...settingsOf('Contact sheet').line({ text: 'Grid', help: 'Columns x rows.', default: '3x5', later: LATER }),
    schema: z
      .string()
      .trim()
      .regex(/^[1-9]\d?x[1-9]\d?$/, fieldMessage('field.grid')),
  },
  'scheduler.clipdownload.enabled': clips.flag({
    text: 'Download clips daily',
    help: 'Downloads new clips of the channels below every day.',
    default: false,
    later: LATER,
  }),
  'scheduler.clipdownload.channels': clips.line({
    text: 'Channels',
    help: 'Logins, separated by commas.',
    default: '',
    max: 10_000,
    later: LATER,
  }),
  'scheduler.clipdownload.amount': clips.whole({
    text: 'Clips',
    help: 'The number of clips per channel and day.',
    unit: 'clips',
    min: 1,
    max: 100,
    default: 1,
    later: LATER,
  }),
  'scheduler.clipdownload.age': clips.whole({
    text: 'Maximum age',
    help: 'Skips clips that are older.',
    unit: 'seconds',
    min: 60,
    max: 31_536_000,
    default: 86_400,
    later: LATER,
  }),
  'reencoder.enabled': reencoder.flag({
    text: 'Re-encode',
    help: 'Encodes each finished VOD again.',
    default: false,
    later: LATER,
  }),
  'reencoder.video_codec': reencoder.oneOf(['libx264', 'h264_nvenc', 'h264_qsv', 'h264_videotoolbox', 'hevc_nvenc'], {
    text: 'Encoder',
    help: 'The name of the encoder.',
    default: 'libx264',
    later: LATER,
  }),
  'reencoder.preset': reencoder.oneOf(PRESETS, {
    text: 'Preset',
    help: 'Not every encoder supports every preset.',
    default: 'medium',
    later: LATER,
  }),
  'reencoder.tune': reencoder.oneOf(['hq', 'll', 'ull', 'lossless'], {
    text: 'Tune',
    help: 'For hardware encoders.',
    default: 'hq',
    later: LATER,
  }),
  'reencoder.crf': reencoder.whole({
    text: 'Quality (CRF)',
    help: 'A lower value gives better quality and larger files.',
    min: 0,
    max: 63,
    default: 23,
    later: LATER,
  }),
  'reencoder.resolution': reencoder.whole({
    text: 'Height',
    help: 'Scales the video to this height. 0 keeps its height.',
    unit: 'pixels',
    min: 0,
    max: 4_320,
    default: 0,
    later: LATER,
  }),
  'reencoder.hwaccel': reencoder.flag({
    text: 'Hardware encoding',
    help: 'Uses preset and tune instead of CRF.',
    default: false,
    later: LATER,
  }),
  'reencoder.delete_source': reencoder.flag({
    text: 'Delete the source',
    help: 'Deletes the original file after the encoding.',
    default: false,
    later: LATER,
  }),
} as const;
