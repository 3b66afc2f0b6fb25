import { downloadClip as route } from '#libs/contracts';
import { call } from '../lib/call.js';

interface ClipWish {
  readonly url: string;
  readonly quality: string;
  /** With the chat of its stretch. */
  readonly chat: boolean;
}

export const downloadClip = (body: ClipWish) => call(route, { body });
