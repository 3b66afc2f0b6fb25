import { previewName } from '#libs/contracts';
import { call } from '../lib/call.js';
import { type NameWish } from './rename-vod.js';

/** What templates would make of the name of a VOD. */
export const previewVodName = async (uuid: string, wish: NameWish) => (await call(previewName, { body: { ...wish, vod: uuid } })).data;
