import { ffprobeLines } from '../ffmpeg/ffprobe.js';
import { mediaOnly } from '../ffmpeg/media-only.js';
import { SegmentServer } from '../convert/segment-server.js';
import { type OpenPiece, type SourceRun } from '../convert/source-run.js';

/** One packet of a track. Times in ticks of 90 kHz, on the clock of its run. */
export interface MediaPacket {
  readonly pts: number;
  readonly dts: number;
  readonly duration: number;
  readonly isKey: boolean;
  /** Hash of its bytes. */
  readonly hash: string;
}

/** The first track of each kind, in decoding order, and the kinds of all tracks in their order. */
export interface RunPackets {
  readonly video: readonly MediaPacket[];
  readonly audio: readonly MediaPacket[];
  readonly layout: readonly string[];
  /** Ticks of 90 kHz in the time base of the first track of each kind. */
  readonly ticks: { readonly video: number; readonly audio: number };
}

const TICKS_PER_S = 90_000;
const ENTRIES = 'stream=index,codec_type,time_base:packet=codec_type,stream_index,pts,dts,duration,flags,data_hash';

interface ReadPackets {
  readonly run: SourceRun;
  readonly open: OpenPiece;
  readonly signal: AbortSignal;
  readonly onRead?: () => void;
}

/**
 * Reads the times and hashes of all packets of a run of MPEG-TS or fMP4.
 * @throws OutsideError `ffmpeg-failed`, `segment-unreadable`
 */
export async function readPackets({ run, open, signal, onRead }: ReadPackets): Promise<RunPackets> {
  await using server = await SegmentServer.start(open);
  const url = server.addRun(run);
  const args = ['-show_data_hash', 'CRC32', '-show_entries', ENTRIES, ...mediaOnly(url), url];
  const parser = new PacketParser();
  try {
    for await (const line of ffprobeLines({ args, signal })) if (parser.read(line)) onRead?.();
  } catch (thrown) {
    throw server.failure ?? thrown;
  }
  if (server.failure !== null) throw server.failure;
  return parser.packets;
}

/** ffprobe's default format: sections of `key=value` lines. Side data are inside a packet and have other keys. */
class PacketParser {
  private readonly byStream = new Map<string, { readonly kind: string; readonly list: MediaPacket[] }>();
  /** By the number of the track; ffprobe prints each stream twice, the second time below its programme. */
  private readonly layout: string[] = [];
  /** Ticks of 90 kHz in the time base of a stream. The streams come behind their packets. */
  private readonly ticksOf = new Map<string, number>();
  private fields: Record<string, string> = {};

  /** @returns whether the line ends a packet */
  read(line: string): boolean {
    if (line === '[PACKET]' || line === '[STREAM]') this.fields = {};
    else if (line === '[/STREAM]') this.addStream();
    else if (line === '[/PACKET]') return this.add();
    else {
      const at = line.indexOf('=');
      if (at > 0) this.fields[line.slice(0, at)] ??= line.slice(at + 1);
    }
    return false;
  }

  get packets(): RunPackets {
    const sorted = [...this.byStream].toSorted(([a], [b]) => Number(a) - Number(b));
    const first = (kind: string): { readonly list: MediaPacket[]; readonly ticks: number } => {
      const [stream, found] = sorted.find(([, one]) => one.kind === kind) ?? [];
      const ticks = this.ticksOf.get(stream ?? '') ?? 1;
      return { ticks, list: found?.list.map((packet) => inTicks(packet, ticks)) ?? [] };
    };
    const [video, audio] = [first('video'), first('audio')];
    const ticks = { video: video.ticks, audio: audio.ticks };
    return { video: video.list, audio: audio.list, layout: this.layout, ticks };
  }

  private addStream(): void {
    const { index = '', codec_type: kind = '', time_base: base = '' } = this.fields;
    const [num = 0, den = 0] = base.split('/').map(Number);
    this.layout[Number(index)] = kind;
    if (num > 0 && den > 0) this.ticksOf.set(index, (num * TICKS_PER_S) / den);
  }

  private add(): boolean {
    const { codec_type: kind = '', stream_index: stream = '', data_hash: hash = '', flags = '' } = this.fields;
    const [pts, dts] = [Number(this.fields['pts']), Number(this.fields['dts'] ?? this.fields['pts'])];
    if (Number.isNaN(pts)) return false;
    const known = this.byStream.get(stream) ?? { kind, list: [] };
    this.byStream.set(stream, known);
    known.list.push({
      pts,
      dts: Number.isNaN(dts) ? pts : dts,
      duration: Number(this.fields['duration']) || 0,
      isKey: flags.startsWith('K'),
      hash,
    });
    return true;
  }
}

/** Exact for MPEG-TS, whose time base it is. */
const inTicks = ({ pts, dts, duration, ...rest }: MediaPacket, ticks: number): MediaPacket => ({
  ...rest,
  ...{ pts: pts * ticks, dts: dts * ticks, duration: duration * ticks },
});
