import { type Chapter, type Game } from '#libs/contracts';
import { placeChapters } from '#libs/domain';
import { placeInVod } from '../vods/vod-clock.js';
import { isBeingRecorded } from '../vods/vod-faults.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { type StreamMetadataRows } from '../persistence/repositories/stream-metadata.repository.js';
import { chapterTitle } from '../vods/chapter-title.js';
import { presentChapterGame, presentGame } from './game.presenter.js';

interface PresentedStream {
  readonly vod: VodEntity;
  readonly metadata: StreamMetadataRows;
  readonly mediaMs: number;
  readonly basepath: string;
  readonly favourites: ReadonlySet<string>;
}

/** Chapters in file time, viewers by the site's clock, and the categories of all chapters. */
export function presentStreamMetadata(stream: PresentedStream) {
  const { vod, metadata, mediaMs } = stream;
  const fileMs = placeInVod(vod, mediaMs);
  const placed = placeChapters(
    metadata.chapters,
    { fileMs, lengthMs: mediaMs, open: isBeingRecorded(vod) },
    metadata.viewers,
  );
  const games = gamesOf(stream);
  const chapters = placed.map(({ change, offsetMs, durMs, viewers }): Chapter => ({
    title: change.title,
    offset: offsetMs / 1000,
    duration: durMs / 1000,
    started_at: new Date(change.at).toISOString(),
    ...presentChapterGame(games.find(({ id }) => id === change.category?.id) ?? null, change.category?.name),
    viewer_count: viewers,
    is_mature: change.isMature,
    online: true,
  }));
  return {
    chapters: chapters.length > 0 ? chapters : [wholeChapter(stream)],
    api_getUniqueGames: games,
    api_hasFavouriteGame: games.some((game) => game.favourite),
    viewers: metadata.viewers.map(({ at, amount }) => ({
      timestamp: new Date(at).toISOString(),
      amount,
      offset: fileMs(at) / 1000,
    })),
  };
}

/** If the site has no titles and categories, one chapter covers the full length. */
const wholeChapter = ({ vod, mediaMs }: PresentedStream): Chapter => ({
  title: chapterTitle(vod),
  offset: 0,
  duration: mediaMs / 1000,
  started_at: (vod.captureStarted ?? vod.startedAt).toISOString(),
  ...presentChapterGame(null),
  viewer_count: null,
  is_mature: false,
  online: true,
});

function gamesOf({ metadata, basepath, favourites }: PresentedStream): Game[] {
  const games = new Map(
    metadata.chapters.flatMap(({ at, category }) =>
      category && category.id !== '' ? [[category.id, { ...category, at }] as const] : [],
    ),
  );
  return [...games.values()].map((game) => presentGame(game, { favourites, basepath }));
}
