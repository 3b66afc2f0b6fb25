import { z } from 'zod';
import { ChannelEdit, ChannelRename, NewChannel } from '../entities/channel-form.js';
import { Channel, ChannelEditState, HistoryEntry, SubscriptionState } from '../entities/channel.js';
import { localized } from '../localized.js';
import { ChannelRef, defineRoute, JobStarted, NoBody, numberText, YesNo } from './route.js';

const missing = { 'channel-missing': 404 };
/** Errors of adding a channel that belong to the field `url`. */
const source = {
  'source-unreachable': 400,
  'not-hls': 400,
  'empty-master': 400,
  'vod-playlist': 400,
  'wrong-credentials': 400,
  'duplicate-channel': 409,
  'unknown-provider': 400,
  'unknown-channel': 400,
  'not-a-channel': 400,
  'masked-address': 400,
  'bad-certificate': 400,
};

export const listChannels = defineRoute({
  method: 'GET',
  path: '/api/v0/channels',
  level: 'guest',
  summary: 'All channels with their VODs, total and free bytes; vods=N: with their newest N only',
  query: z.strictObject({ vods: numberText(z.int().min(0).max(50)).optional() }),
  data: z.object({ streamer_list: z.array(Channel), total_size: z.int(), free_size: z.int() }),
});
export const addChannel = defineRoute({
  method: 'POST',
  path: '/api/v0/channels',
  level: 'admin',
  summary: 'Follow a channel',
  body: NewChannel,
  data: Channel,
  errors: source,
});
export const getChannel = defineRoute({
  method: 'GET',
  path: '/api/v0/channels/:uuid',
  level: 'guest',
  summary: 'One channel',
  params: ChannelRef,
  data: Channel,
  errors: missing,
});
export const editChannel = defineRoute({
  method: 'PUT',
  path: '/api/v0/channels/:uuid',
  level: 'admin',
  summary: 'Change a channel; omitted fields remain unchanged',
  params: ChannelRef,
  body: ChannelEdit,
  data: Channel,
  conflict: ChannelEditState,
  errors: { ...missing, ...source, 'edit-conflict': 409 },
});
export const deleteChannel = defineRoute({
  method: 'DELETE',
  path: '/api/v0/channels/:uuid',
  level: 'admin',
  summary: 'Stop following a channel; deletevods=1 also deletes its VODs',
  params: ChannelRef,
  query: z.strictObject({ deletevods: YesNo.optional() }),
  errors: { ...missing, 'channel-capturing': 409 },
});

export const subscribeChannel = defineRoute({
  method: 'POST',
  path: '/api/v0/channels/:uuid/subscribe',
  level: 'admin',
  summary: 'Renew the push subscriptions of this channel at its site',
  params: ChannelRef,
  body: NoBody,
  data: z.object({ login: z.string(), status: localized() }),
  errors: missing,
});
export const unsubscribeChannel = defineRoute({
  method: 'POST',
  path: '/api/v0/channels/:uuid/unsubscribe',
  level: 'admin',
  summary: 'Delete the push subscriptions of this channel; it is polled instead',
  params: ChannelRef,
  body: NoBody,
  errors: missing,
});
export const checkSubscriptions = defineRoute({
  method: 'GET',
  path: '/api/v0/channels/:uuid/checksubscriptions',
  level: 'admin',
  summary: 'State of the push subscriptions of this channel at its site',
  params: ChannelRef,
  data: z.object({ raw: z.array(SubscriptionState) }),
  errors: missing,
});
export const refreshChannel = defineRoute({
  method: 'POST',
  path: '/api/v0/channels/:uuid/refresh',
  level: 'admin',
  summary: 'Refresh the names, pictures and live status of a channel from its site',
  params: ChannelRef,
  body: NoBody,
  errors: { ...missing, 'refresh-failed': 400 },
});
export const forceRecord = defineRoute({
  method: 'POST',
  path: '/api/v0/channels/:uuid/force_record',
  level: 'admin',
  summary: 'Record the current stream, even against the rules',
  params: ChannelRef,
  body: NoBody,
  errors: { ...missing, 'no-live-stream': 400, 'already-recording': 409, 'no-room': 409 },
});
export const renameChannel = defineRoute({
  method: 'POST',
  path: '/api/v0/channels/:uuid/rename',
  level: 'admin',
  summary: 'Rename a channel to its current name at its site; a job renames its VODs',
  params: ChannelRef,
  body: ChannelRename,
  data: JobStarted,
  errors: {
    ...missing,
    ...source,
    'channel-capturing': 409,
    'other-account': 400,
    'name-taken': 400,
    'name-unchanged': 400,
    'job-running': 409,
  },
});
export const deleteAllVods = defineRoute({
  method: 'POST',
  path: '/api/v0/channels/:uuid/deleteallvods',
  level: 'admin',
  summary: 'Delete all VODs of a channel by a job, which lists the ones that must not be deleted',
  params: ChannelRef,
  body: NoBody,
  data: JobStarted,
  errors: { ...missing, 'no-vods': 400, 'job-running': 409 },
});
export const channelHistory = defineRoute({
  method: 'GET',
  path: '/api/v0/channels/:uuid/history',
  level: 'admin',
  summary: 'Online and offline times of a channel, with its titles and categories, oldest first',
  params: ChannelRef,
  data: z.array(HistoryEntry),
  errors: { ...missing, 'no-history': 400 },
});
