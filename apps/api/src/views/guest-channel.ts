import { type Channel, HLS_KIND, type View } from '#libs/contracts';
import { originOf } from '../sites/masked-address.js';

/** A channel as a guest sees it: of an address only the host, because its path may contain a stream key. */
export const guestChannel = <C extends Pick<View<typeof Channel>, 'provider_kind' | 'url'>>(channel: C): C =>
  channel.provider_kind === HLS_KIND ? { ...channel, url: originOf(channel.url) } : channel;
