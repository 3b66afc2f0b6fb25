import { type Channel, HLS_KIND, type View } from '#libs/contracts';
import { originOf } from '../sites/masked-address.js';

/** How the operator gets into a source, as if there were nothing to it. */
const NO_ACCESS_SHOWN = { source_headers: [], source_hosts: [], source_fingerprints: [], source_ca: '' } as const;

/**
 * A channel as a guest sees it: of an address only the host, because its path may contain a stream key, and nothing of
 * the access to it.
 */
export const guestChannel = <C extends Pick<View<typeof Channel>, 'provider_kind' | 'url'>>(channel: C): C =>
  channel.provider_kind === HLS_KIND ? { ...channel, url: originOf(channel.url), ...NO_ACCESS_SHOWN } : channel;
