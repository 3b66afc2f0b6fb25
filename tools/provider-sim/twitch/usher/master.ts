import type { Variant } from '../media/variant.js';
import type { Choice, HiddenVariant } from './choose-variants.js';

/** Input of both versions of a master playlist. */
export interface MasterView extends Choice {
  readonly sessionId: string;
  readonly broadcastId: string;
  readonly now: number;
  readonly broadcastAt: number;
  /** The stream has no transcodes. */
  readonly isTransmux: boolean;
  readonly listsHidden: boolean;
  addressOf(variant: Variant): string;
}

const NODE = 'video-edge-c2a4e8.fra02';
const AUDIO_BANDWIDTH = 160_000;

type Info = readonly (readonly [name: string, value: string])[];

/** Session data in the first lines, in order (docs/reference/twitch.md#master-playlists). */
function infoOf({ sessionId, broadcastId, now, broadcastAt, isTransmux }: MasterView): Info {
  return [
    ['NODE', NODE],
    ['MANIFEST-NODE-TYPE', 'weaver_cluster'],
    ['MANIFEST-NODE', 'video-weaver.fra02'],
    ['SUPPRESS', 'false'],
    ['SERVER-TIME', (now / 1000).toFixed(2)],
    ['TRANSCODESTACK', isTransmux ? 'transmux' : '2023-Transcode-QS-V1'],
    ['TRANSCODEMODE', 'cbr_v1'],
    ['USER-IP', '192.0.2.7'],
    ['SERVING-ID', sessionId],
    ['CLUSTER', 'fra02'],
    ['ABS', 'false'],
    ['VIDEO-SESSION-ID', String(BigInt(`0x${sessionId.slice(0, 12)}`))],
    ['BROADCAST-ID', broadcastId],
    ['STREAM-TIME', ((now - broadcastAt) / 1000).toFixed(1)],
    ['FUTURE', 'true'],
    ['B', 'false'],
    ['USER-COUNTRY', 'DE'],
    ['MANIFEST-CLUSTER', 'fra02'],
    ['ORIGIN', 'fra02'],
    ['C', Buffer.from(sessionId).toString('base64url')],
    ['D', 'false'],
  ];
}

const bandwidthOf = ({ kind, rendition }: Variant): number =>
  kind === 'audio' ? AUDIO_BANDWIDTH : rendition.peakBandwidth;
const resolutionOf = ({ rendition: { media } }: Variant): string =>
  `${String(media.spec.width)}x${String(media.spec.height)}`;
const frameRateOf = ({ rendition: { media } }: Variant): string => media.spec.fps.toFixed(3);

function v1Row(variant: Variant, address: string): string[] {
  const { kind, stableId, name, rendition } = variant;
  const group = kind === 'source' ? 'chunked' : stableId;
  const [shown, chosen] =
    kind === 'source' ? [`${name} (source)`, 'YES'] : kind === 'audio' ? ['Audio Only', 'NO'] : [name, 'YES'];
  const picture = kind === 'audio' ? '' : `RESOLUTION=${resolutionOf(variant)},`;
  const rate = kind === 'audio' ? '' : `,FRAME-RATE=${frameRateOf(variant)}`;
  return [
    `#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="${group}",NAME="${shown}",AUTOSELECT=${chosen},DEFAULT=${chosen}`,
    `#EXT-X-STREAM-INF:BANDWIDTH=${String(bandwidthOf(variant))},${picture}CODECS="${rendition.codecs}",VIDEO="${group}"${rate}`,
    address,
  ];
}

/** Version 1: source first, one group per variant. */
export function masterV1(view: MasterView): string {
  return v1Of(view, infoOf(view));
}

const twitchInfo = (info: Info): string =>
  `#EXT-X-TWITCH-INFO:${info.map(([name, value]) => `${name}="${value}"`).join(',')}`;

function v1Of(view: Pick<MasterView, 'offered' | 'addressOf'>, info: Info): string {
  return [
    '#EXTM3U',
    twitchInfo(info),
    ...view.offered.flatMap((variant) => v1Row(variant, view.addressOf(variant))),
    '',
  ].join('\n');
}

function v2Row(variant: Variant, address: string): string[] {
  const { kind, stableId, name, isPortrait, rendition } = variant;
  const picture = kind === 'audio' ? '' : `RESOLUTION=${resolutionOf(variant)},`;
  const rate = kind === 'audio' ? '' : `FRAME-RATE=${frameRateOf(variant)},`;
  const groups = kind === 'audio' ? 'landscape,portrait' : isPortrait ? 'portrait' : 'landscape';
  return [
    `#EXT-X-STREAM-INF:BANDWIDTH=${String(bandwidthOf(variant))},${picture}CODECS="${rendition.codecs}",${rate}STABLE-VARIANT-ID="${stableId}",IVS-NAME="${name}",IVS-VARIANT-SOURCE="${kind === 'source' ? 'source' : 'transcode'}",IVS-GROUPS="${groups}"`,
    address,
  ];
}

/**
 * Master playlist of a video. It contains less session data than that of a live stream, version 2 still writes it in
 * one line, and its audio-only variant has a different name.
 */
export function videoMaster(view: Pick<MasterView, 'offered' | 'addressOf' | 'sessionId'>, isV2: boolean): string {
  const info: Info = [
    ['ORIGIN', 's3'],
    ['B', 'false'],
    ['REGION', 'EU'],
    ['USER-IP', '192.0.2.7'],
    ['SERVING-ID', view.sessionId],
    ['CLUSTER', 'cloudfront_vod'],
    ['USER-COUNTRY', 'DE'],
    ['MANIFEST-CLUSTER', 'cloudfront_vod'],
  ];
  if (!isV2) return v1Of(view, info);
  const rows = view.offered.map((variant) => (variant.kind === 'audio' ? { ...variant, name: 'audio' } : variant));
  return ['#EXTM3U', twitchInfo(info), ...rows.flatMap((variant) => v2Row(variant, view.addressOf(variant))), ''].join(
    '\n',
  );
}

function unavailable({ variant, reason }: HiddenVariant): unknown {
  const { name, stableId, rendition, isPortrait, kind } = variant;
  return {
    'IVS_NAME': name,
    'STABLE-VARIANT-ID': stableId,
    'BANDWIDTH': bandwidthOf(variant),
    'CODECS': rendition.codecs,
    ...(kind === 'audio' ? {} : { 'RESOLUTION': resolutionOf(variant), 'FRAME-RATE': Number(frameRateOf(variant)) }),
    'FILTER_REASONS': reason.startsWith('FR_') ? [reason] : [],
    'AUTHORIZATION_REASONS': reason.startsWith('AUTHZ_') ? [reason] : [],
    'IVS-GROUPS': isPortrait ? 'portrait' : 'landscape',
    'IVS-VARIANT-SOURCE': kind === 'source' ? 'source' : 'transcode',
  };
}

/** Version 2: one line per field, variants without groups, the source last. */
export function masterV2(view: MasterView): string {
  const data = (id: string, value: string): string => `#EXT-X-SESSION-DATA:DATA-ID="${id}",VALUE="${value}"`;
  const sourceLast = [
    ...view.offered.filter(({ kind }) => kind !== 'source'),
    ...view.offered.filter(({ kind }) => kind === 'source'),
  ];
  const hidden = view.listsHidden
    ? [
        data(
          'com.amazon.ivs.unavailable-media',
          Buffer.from(JSON.stringify(view.hidden.map(unavailable))).toString('base64'),
        ),
      ]
    : [];
  return [
    '#EXTM3U',
    ...infoOf(view).map(([name, value]) => data(name, value)),
    ...hidden,
    ...sourceLast.flatMap((variant) => v2Row(variant, view.addressOf(variant))),
    '',
  ].join('\n');
}
