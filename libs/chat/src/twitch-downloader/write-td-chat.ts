import { type ChatGap, type StoredAsset } from '#libs/contracts';
import { SITE_EMOTES } from '../assets/asset-table.js';
import { type TdChapter, type TdEntry, type TdHead } from './td-chat.js';
import { toTdComment } from './to-td-comment.js';

export interface TdChat {
  readonly head: TdHead;
  /** In order of file time. */
  readonly entries: AsyncIterable<TdEntry>;
  readonly gaps: readonly ChatGap[];
  readonly pictures: readonly StoredAsset[];
  /** Reads a picture; null if it is missing, and then it is left out. */
  readonly bytesOf: (picture: StoredAsset) => Promise<Buffer | null>;
  /** Creation time of the file, ISO. */
  readonly createdAt: string;
}

/** Length of the output buffer, so that one write has many messages. */
const BUFFER_CHARS = 64 * 1024;
/** Other readers store ids in signed 32 bits (docs/reference/twitch.md#chat-files). */
const MAX_ID = 2 ** 31 - 1;
/** A Vodkeep recording is not a video of its site. */
const NO_SITE_VIDEO: NonNullable<TdHead['video']> = { id: '', fromMs: 0 };

/**
 * Writes a chat file (TwitchDownloader JSON 1.4.0) as a stream: neither all messages nor all pictures are in memory at
 * once. {@link readTdChat} returns the same messages.
 */
export async function* writeTdChat(chat: TdChat): AsyncGenerator<Buffer> {
  let held = '';
  for await (const text of texts(chat)) {
    held += text;
    if (held.length < BUFFER_CHARS) continue;
    yield Buffer.from(held);
    held = '';
  }
  if (held !== '') yield Buffer.from(held);
}

async function* texts({ head, entries, gaps, pictures, bytesOf, createdAt }: TdChat): AsyncGenerator<string> {
  yield headText(head, createdAt);
  let comma = '';
  for await (const entry of entries) {
    yield comma + JSON.stringify(toTdComment(entry, head.streamer.id));
    comma = ',\n';
  }
  yield '],"embeddedData":{';
  const third = pictures.filter((p) => p.kind === 'emote' && p.source !== SITE_EMOTES);
  const first = pictures.filter((p) => p.kind === 'emote' && p.source === SITE_EMOTES);
  yield* listText(
    'thirdParty',
    third.map((p) => () => emoteOf(p, bytesOf)),
  );
  yield ',';
  yield* listText(
    'firstParty',
    first.map((p) => () => emoteOf(p, bytesOf)),
  );
  yield ',';
  yield* listText(
    'twitchBadges',
    groupsOf(pictures, 'badge').map(
      ([name, list]) =>
        () =>
          badgeOf(name, list, bytesOf),
    ),
  );
  yield ',';
  yield* listText(
    'twitchBits',
    groupsOf(pictures, 'cheer').map(
      ([prefix, list]) =>
        () =>
          cheerOf(prefix, list, bytesOf),
    ),
  );
  yield `},"vodkeep":${JSON.stringify({ format: 1, streamer_id: head.streamer.id, vod: head.vodUuid, gaps })}}\n`;
}

function headText(
  { streamer, title, startedAt, lengthMs, category, video: of = NO_SITE_VIDEO }: TdHead,
  createdAt: string,
): string {
  const id = Number(streamer.id);
  const info = { Version: { Major: 1, Minor: 4, Patch: 0 }, CreatedAt: createdAt, UpdatedAt: '0001-01-01T00:00:00' };
  const seconds = lengthMs / 1000;
  const { chapters = [] } = of;
  const video = {
    title,
    description: '',
    id: of.id,
    created_at: startedAt,
    start: of.fromMs / 1000,
    end: seconds,
    length: seconds,
    viewCount: of.viewCount ?? 0,
    game: category === '' ? (chapters[0]?.category?.name ?? '') : category,
    chapters: chapters.map((chapter, i) => chapterOf(chapter, chapters[i + 1]?.atMs ?? lengthMs)),
  };
  // A larger id is written as text at the end of the file.
  return `{"FileInfo":${JSON.stringify(info)},"streamer":${JSON.stringify({ name: streamer.name, login: streamer.login, id: Number.isInteger(id) && id <= MAX_ID ? id : 0 })},"clipper":null,"video":${JSON.stringify(video)},"comments":[`;
}

function chapterOf({ atMs, title, category }: TdChapter, endMs: number): object {
  return {
    id: null,
    startMilliseconds: Math.round(atMs),
    lengthMilliseconds: Math.max(0, Math.round(endMs - atMs)),
    type: 'GAME_CHANGE',
    description: title,
    subDescription: '',
    thumbnailUrl: null,
    gameId: category?.id ?? null,
    gameDisplayName: category?.name ?? null,
    gameBoxArtUrl: category?.boxArtUrl ?? null,
  };
}

/** Yields the elements one by one, so that only one is in memory. */
async function* listText(name: string, elements: readonly (() => Promise<object | null>)[]): AsyncGenerator<string> {
  yield `"${name}":[`;
  let comma = '';
  for (const make of elements) {
    const element = await make();
    if (!element) continue;
    yield comma + JSON.stringify(element);
    comma = ',';
  }
  yield ']';
}

type BytesOf = TdChat['bytesOf'];

const sizeOf = ({ width, height, scale }: StoredAsset): object => ({
  width: Math.round(width * scale),
  height: Math.round(height * scale),
});

async function emoteOf(p: StoredAsset, bytesOf: BytesOf): Promise<object | null> {
  const bytes = await bytesOf(p);
  return (
    bytes && {
      id: p.id,
      imageScale: p.scale,
      data: bytes.toString('base64'),
      name: p.name,
      url: null,
      ...sizeOf(p),
      isZeroWidth: p.zeroWidth,
    }
  );
}

async function badgeOf(name: string, list: readonly StoredAsset[], bytesOf: BytesOf): Promise<object | null> {
  const versions: Record<string, object> = {};
  for (const p of list) {
    const bytes = await bytesOf(p);
    if (bytes) versions[lastOf(p.id)] = { title: p.name, description: '', bytes: bytes.toString('base64'), url: null };
  }
  return Object.keys(versions).length > 0 ? { name, versions } : null;
}

async function cheerOf(prefix: string, list: readonly StoredAsset[], bytesOf: BytesOf): Promise<object | null> {
  const tierList: Record<string, object> = {};
  for (const p of list) {
    const bytes = await bytesOf(p);
    if (bytes)
      tierList[lastOf(p.id)] = {
        id: p.id,
        imageScale: p.scale,
        data: bytes.toString('base64'),
        name: p.name,
        url: null,
        ...sizeOf(p),
      };
  }
  return Object.keys(tierList).length > 0 ? { prefix, tierList } : null;
}

const lastOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);
const groupsOf = (pictures: readonly StoredAsset[], kind: StoredAsset['kind']): [string, StoredAsset[]][] => [
  ...Map.groupBy(
    pictures.filter((p) => p.kind === kind),
    (p) => p.id.slice(0, p.id.lastIndexOf('/')),
  ),
];
