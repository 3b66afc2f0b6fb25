import { z } from 'zod';
import { ChatAssets, ChatPage } from '../chat/chat-page.js';
import { defineRoute, numberText, Uuid } from './route.js';

const missing = { 'vod-missing': 404 };
/** File time in seconds; negative for messages before the first frame. */
const FileSeconds = numberText(z.number().min(-86_400).max(10_000_000));

/** Source of a VOD's chat: received during the recording, or downloaded from the site afterwards. */
export const CHAT_SOURCES = ['captured', 'downloaded'] as const;
export type ChatSourceName = (typeof CHAT_SOURCES)[number];

/**
 * `author`: only messages of this author's id, for the card of one viewer; the rest of the page is as without it. A VOD
 * without such a chat answers with an empty page, `growing: false` and `complete_to` = `to`, not with 404.
 */
export const vodChat = defineRoute({
  method: 'GET',
  path: '/api/v0/vod/:uuid/chat',
  level: 'guest',
  summary:
    'Chat of a stretch of a VOD, in file seconds: from <= at < to; source=downloaded: as downloaded from the site afterwards',
  params: Uuid,
  query: z.strictObject({
    from: FileSeconds,
    to: FileSeconds,
    author: z.string().min(1).max(100).optional(),
    source: z.enum(CHAT_SOURCES).default('captured'),
  }),
  data: ChatPage,
  errors: missing,
});
/** A chat picture, identified by the last part of its `url`; its bytes never change. */
export const vodChatAsset = defineRoute({
  method: 'GET',
  path: '/api/v0/vod/:uuid/chat/assets/:name',
  level: 'guest',
  summary: 'A picture stored with a VOD',
  params: z.strictObject({ uuid: z.uuid(), name: z.string().max(255) }),
  shape: 'raw',
  errors: { 'picture-missing': 404, 'media-missing': 404 },
});
export const vodChatAssets = defineRoute({
  method: 'GET',
  path: '/api/v0/vod/:uuid/chat/assets',
  level: 'guest',
  summary: 'Emotes, badges and cheermotes stored with a VOD',
  params: Uuid,
  data: ChatAssets,
  errors: missing,
});
