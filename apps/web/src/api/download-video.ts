import { downloadVideo as route } from '#libs/contracts';
import { call } from '../lib/call.js';

/** `from`, `to`: a stretch of it, s. */
interface VideoWish {
  readonly quality: string;
  readonly from?: number;
  readonly to?: number;
}

/** Fetches a video that the site keeps as a new VOD. @param id at the site */
export const downloadVideo = (uuid: string, id: string, { quality, from, to }: VideoWish) =>
  call(route, {
    params: { uuid, id },
    query: {
      quality,
      ...(from === undefined ? {} : { from: String(from) }),
      ...(to === undefined ? {} : { to: String(to) }),
    },
  });
