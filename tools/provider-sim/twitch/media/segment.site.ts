import type { Content } from '../../http/content.js';
import { sendContent, sendFault, sendStatus } from '../../http/answer.js';
import type { LiveSegment } from '../../channel/live-window.js';
import type { CutSpec } from '../../media/media-spec.js';
import type { Site, SiteExchange } from '../site.js';
import { SEGMENT_HOST, opaqueOf, type MediaTarget } from './media-target.js';
import type { PlaybackPorts } from './playback-ports.js';
import type { PlaybackSession } from './playback-session.js';
import type { Variant } from './variant.js';

/** If one channel mixes fMP4 and TS, the fMP4 clock never starts at 0, and a restarted one must not fall below 0. */
const MIXED_LEAD_S = 1;
const CHECK_AGAIN_MS = 20;
type Part = Exclude<MediaTarget, { t: 'list' }>;

const typeOf = (container: CutSpec['container']): string => (container === 'ts' ? 'video/mp2t' : 'video/mp4');

/** The segment with this index. Waits for an announced segment until it exists or the channel stops. */
async function whenMade(session: PlaybackSession, index: number): Promise<LiveSegment | undefined> {
  const { channel } = session.setup;
  while (channel.offered.length <= index && channel.state === 'live') {
    const newest = channel.offered.at(-1);
    const dueAt = (newest?.publishedAt ?? 0) + (newest?.durationMs ?? 0);
    await new Promise((done) => setTimeout(done, Math.max(CHECK_AGAIN_MS, dueAt - Date.now())));
  }
  return session.owns(index) ? channel.offered[index] : undefined;
}

async function contentBody(
  { setup: { channel } }: PlaybackSession,
  segment: LiveSegment | undefined,
  variant: Variant | undefined,
): Promise<Content | null> {
  if (!segment || !variant || segment.gap || !channel.isStored(segment)) return null;
  const { container } = variant.rendition.media.cut;
  const leadS = container === 'fmp4' && channel.spec.container === 'ts' ? MIXED_LEAD_S : 0;
  return { type: typeOf(container), body: await variant.rendition.body(segment.position, segment.shiftS + leadS) };
}

async function adContent(ports: PlaybackPorts, part: Extract<Part, { t: 'ad' | 'ad-init' }>): Promise<Content | null> {
  const spec = { container: part.c, cut: part.cut };
  const body = part.t === 'ad' ? await ports.ads.segment(spec, part.i) : (await ports.ads.cut(spec)).init;
  return body && { type: typeOf(part.c), body };
}

const initContent = (variant: Variant | undefined): Content | null => {
  const init = variant?.rendition.media.init;
  return init ? { type: 'video/mp4', body: init } : null;
};

interface Found {
  readonly content: Content | null;
  readonly kind: 'segment' | 'init' | 'ad';
  readonly seq: number | null;
}

async function find(ports: PlaybackPorts, session: PlaybackSession, part: Part): Promise<Found> {
  if (part.t === 'ad' || part.t === 'ad-init') return { content: await adContent(ports, part), kind: 'ad', seq: null };
  const variant = (await ports.variants(session.setup.channel)).find(({ id }) => id === part.v);
  if (part.t === 'init') return { content: initContent(variant), kind: 'init', seq: null };
  const segment = await whenMade(session, part.i);
  return { content: await contentBody(session, segment, variant), kind: 'segment', seq: segment?.seq ?? null };
}

async function serve(exchange: SiteExchange, ports: PlaybackPorts, part: Part): Promise<void> {
  const session = ports.sessions.find(part.s);
  if (!session) {
    sendStatus(exchange, 404);
    return;
  }
  const { channel } = session.setup;
  const { content, kind, seq } = await find(ports, session, part);
  const rule = kind === 'ad' ? null : channel.faults.match({ kind, seq }, Date.now());
  const { status, bytes } = rule
    ? sendFault(exchange, rule, content)
    : content
      ? sendContent(exchange, content)
      : sendStatus(exchange, 404);
  ports.record(channel.spec.name, {
    at: Date.now(),
    path: pathOf(part),
    kind,
    seq,
    status,
    bytes,
    fault: rule?.mode ?? null,
  });
}

const pathOf = (part: Part): string =>
  [part.s, part.t, 'v' in part ? part.v : part.cut, ...('i' in part ? [String(part.i)] : [])].join('/');
const isPart = (target: MediaTarget | null): target is Part => target !== null && target.t !== 'list';

/** Segments (also announced ones) and init sections: `/v1/segment/<opaque>`. */
export function segmentSite(ports: PlaybackPorts): Site {
  return {
    hosts: [SEGMENT_HOST, /^video-edge-[0-9a-f]+\.[a-z0-9]+\.abs\.hls\.ttvnw\.net$/],
    async handle(exchange) {
      const target = ports.seal.open(opaqueOf(exchange.url.pathname, 'segment') ?? '');
      if (isPart(target)) await serve(exchange, ports, target);
      else sendStatus(exchange, 404);
    },
  };
}
