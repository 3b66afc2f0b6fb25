import { z } from 'zod';
import { ChannelEdit, NewChannel } from '../entities/channel-form.js';
import { Channel } from '../entities/channel.js';
import { ChannelRef, defineRoute } from './route.js';

const missing = { 'channel-missing': 404 };
/** Errors of adding a channel that stand on the field `url`. */
const source = { 'source-unreachable': 400, 'not-hls': 400, 'empty-master': 400, 'vod-playlist': 400, 'wrong-credentials': 400, 'duplicate-channel': 409, 'unknown-provider': 400, 'unknown-channel': 400, 'not-a-channel': 400 };

export const listChannels = defineRoute({ method: 'GET', path: '/api/v0/channels', level: 'guest', summary: 'All channels with their VODs, total and free bytes; vods=N: with their newest N only', query: z.strictObject({ vods: z.coerce.number().int().min(0).max(50).optional() }), data: z.object({ streamer_list: z.array(Channel), total_size: z.int(), free_size: z.int() }) });
export const addChannel = defineRoute({ method: 'POST', path: '/api/v0/channels', level: 'admin', summary: 'Follow a channel', body: NewChannel, data: Channel, errors: source });
export const getChannel = defineRoute({ method: 'GET', path: '/api/v0/channels/:uuid', level: 'guest', summary: 'One channel', params: ChannelRef, data: Channel, errors: missing });
export const editChannel = defineRoute({ method: 'PUT', path: '/api/v0/channels/:uuid', level: 'admin', summary: 'Change a channel; fields not sent stay', params: ChannelRef, body: ChannelEdit, data: Channel, errors: { ...missing, ...source } });
export const deleteChannel = defineRoute({ method: 'DELETE', path: '/api/v0/channels/:uuid', level: 'admin', summary: 'Stop following; with deletevods=1 its VODs go too', params: ChannelRef, query: z.strictObject({ deletevods: z.enum(['0', '1', 'true', 'false']).optional() }), errors: { ...missing, 'channel-capturing': 409 } });
