import { randomUUID } from 'node:crypto';
import { type Assignment, decodeJournal, type JournalRecord, objectKeys } from '#libs/contracts';
import { type PartInfo, readPart } from '#libs/domain';
import { type ObjectInfo, type Storage } from '#libs/storage';
import { type LiveSegment, madeTs } from '#libs/testkit';

export const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Segment `n` of a source, of 0.5 s. */
export const aSegment = (n: number, tags: readonly string[] = [], sizeBytes = 20_000): LiveSegment => ({
  name: `s${n}.ts`,
  body: madeTs({ ptsMs: 10_000 + n * 500, mark: n, sizeBytes }),
  durMs: 500,
  tags,
});

/** An assignment to record a VOD from an address. */
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

/** The parts of a VOD on storage, as the API reads them; oldest part first. */
export async function storedParts(
  storage: Storage,
  vod: string,
): Promise<(PartInfo & { readonly records: readonly JournalRecord[] })[]> {
  const found: ObjectInfo[] = [];
  for await (const info of storage.list(objectKeys.parts(vod))) found.push(info);
  const below = (prefix: string): ObjectInfo[] => found.filter(({ key }) => key.startsWith(prefix));
  const ids = new Set(found.map(({ key }) => key.slice(objectKeys.parts(vod).length).split('/')[0] ?? ''));
  return Promise.all(
    [...ids].toSorted().map(async (id) => {
      const pages = await Promise.all(
        below(objectKeys.journal(vod, id)).map(async ({ key }) => decodeJournal((await storage.read(key)).toString())),
      );
      if (pages.some((page) => page.bad > 0)) throw new RangeError(`part ${id} has a page that cannot be read`);
      const records = pages.flatMap((page) => page.records);
      const prefix = objectKeys.segments(vod, id);
      const listed = below(prefix).map(({ key, sizeBytes, modifiedAt }) => ({
        name: key.slice(prefix.length),
        bytes: sizeBytes,
        modifiedAt: modifiedAt.getTime(),
      }));
      return { ...readPart(id, records, listed), records };
    }),
  );
}

export const seqsOf = (part: PartInfo | undefined): number[] => part?.segments.map((segment) => segment.seq) ?? [];
