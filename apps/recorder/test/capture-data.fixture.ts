import { randomUUID } from 'node:crypto';
import { type Assignment, decodeJournal, type JournalRecord, objectKeys, renditionPath } from '#libs/contracts';
import { type PartInfo, readPart } from '#libs/domain';
import { type ObjectInfo, type Storage } from '#libs/storage';
import { type LiveSegment, madeTs } from '#libs/testkit';

/** The numbers from `from` to `to`, both included. */
export const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Segment `n` of a source; it lasts 0.5 s. */
export const aSegment = (n: number, tags: readonly string[] = [], sizeBytes = 20_000): LiveSegment => ({
  name: `s${n}.ts`,
  body: madeTs({ ptsMs: 10_000 + n * 500, mark: n, sizeBytes }),
  durMs: 500,
  tags,
});

const AUDIO_STREAM = 0xc0;
/** Segment `n` of audio with a playlist of its own: as long as that of the video, and 100 ms later. */
export const anAudioSegment = (n: number): LiveSegment => ({
  name: `a${n}.ts`,
  body: madeTs({ ptsMs: 10_100 + n * 500, mark: 1000 + n, sizeBytes: 2000 }, AUDIO_STREAM),
  durMs: 500,
  tags: [],
});

/** A master playlist beside `live.m3u8`, with audio for each language at this address. */
export function masterWithAudio(url: string, languages: readonly string[]): Buffer {
  const rows = languages.map(
    (language) => `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="${language}",LANGUAGE="${language}",URI="${url}"`,
  );
  const text = ['#EXTM3U', ...rows, '#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2,AUDIO="g"', 'live.m3u8', ''];
  return Buffer.from(text.join('\n'));
}

/** An assignment to record a new VOD from an address. */
export const anAssignment = (sourceUrl: string, more: Partial<Assignment> = {}): Assignment => ({
  vodUuid: randomUUID(),
  channelUuid: randomUUID(),
  channelName: 'chan',
  providerKind: 'hls',
  sourceUrl,
  sealedHeaders: null,
  qualities: [],
  nearestBelow: false,
  priority: 100,
  staleTargets: 60,
  createdAt: new Date().toISOString(),
  ...more,
});

/**
 * Reads the parts of a VOD from storage, oldest part first. Stricter than the services, which skip invalid lines of a
 * journal.
 * @param rendition id of audio: its parts
 * @throws RangeError if a journal page has an invalid line
 */
export async function storedParts(
  storage: Storage,
  vod: string,
  rendition: string | null = null,
): Promise<(PartInfo & { readonly records: readonly JournalRecord[] })[]> {
  const found: ObjectInfo[] = [];
  for await (const info of storage.list(objectKeys.parts(vod))) found.push(info);
  const below = (prefix: string): ObjectInfo[] => found.filter(({ key }) => key.startsWith(prefix));
  const ids = new Set(found.map(({ key }) => key.slice(objectKeys.parts(vod).length).split('/')[0] ?? ''));
  return Promise.all(
    [...ids].toSorted().map(async (id) => {
      const path = rendition === null ? id : renditionPath(id, rendition);
      const pages = await Promise.all(
        below(objectKeys.journal(vod, path)).map(async ({ key }) =>
          decodeJournal((await storage.read(key)).toString()),
        ),
      );
      if (pages.some((page) => page.bad > 0)) throw new RangeError(`part ${id} has an invalid journal page`);
      const records = pages.flatMap((page) => page.records);
      const prefix = objectKeys.segments(vod, path);
      const listed = below(prefix).map(({ key, sizeBytes, modifiedAt }) => ({
        name: key.slice(prefix.length),
        bytes: sizeBytes,
        modifiedAt: modifiedAt.getTime(),
      }));
      return { ...readPart(id, records, listed), records };
    }),
  );
}

/** Media sequence numbers of the stored segments, in source order. */
export const seqsOf = (part: PartInfo | undefined): number[] => part?.segments.map((segment) => segment.seq) ?? [];
