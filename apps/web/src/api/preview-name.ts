import { previewName as route } from '#libs/contracts';
import { call } from '../lib/call.js';

/** What the templates of settings would make of a made-up VOD. */
export const previewName = async (template: string, folder: string) => (await call(route, { body: { template, folder_template: folder } })).data;
