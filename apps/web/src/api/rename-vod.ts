import { renameVod as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export interface NameWish {
  readonly template: string;
  readonly folder_template?: string;
}

export const renameVod = (uuid: string, body: NameWish) => call(route, { params: { uuid }, body });
