import { describe, expect, it } from '@jest/globals';
import { type Vod, VodEdit } from '#libs/contracts';
import { type ChapterValues, editBodyOf, editValuesOf, isSortedChapters, sortedChapters } from './edit-values.js';

const VOD = {
  stream_absolute_season: 3,
  stream_number: 12,
  comment: 'fine',
  prevent_deletion: false,
  cloud_storage: false,
  segments: [{ basename: 'a.mp4' }, { basename: 'b.mp4' }],
  chapters: [
    { offset: 0, title: 'Start', game_name: 'Boats', game_id: '7', is_mature: false, duration: 60 },
    { offset: 62.5, title: 'Later', game_name: null, game_id: null, is_mature: true, duration: 9 },
  ],
} as unknown as Vod;
const BEFORE = editValuesOf(VOD);
const chapter = (over: Partial<ChapterValues>): ChapterValues => ({
  offset: '0',
  title: 't',
  category: '',
  categoryId: '',
  isMature: false,
  ...over,
});

it('holds a VOD as people read it', () => {
  expect(BEFORE).toMatchObject({
    absolute_season: '3',
    stream_number: '12',
    absolute_stream_number: '',
    comment: 'fine',
    segments: 'a.mp4\nb.mp4',
  });
  expect(BEFORE.chapters.map((c) => [c.offset, c.category])).toEqual([
    ['0:00:00', 'Boats'],
    ['0:01:02.5', ''],
  ]);
});

describe('what is sent', () => {
  it('is nothing but the version where nothing was changed', () => {
    expect(editBodyOf(BEFORE, BEFORE, 4)).toEqual({ version: 4 });
  });
  it('is what was changed, numbers as numbers, and an emptied one as none', () => {
    expect(editBodyOf({ ...BEFORE, absolute_season: '', stream_number: '13', comment: '' }, BEFORE, 4)).toEqual({
      version: 4,
      absolute_season: null,
      stream_number: 13,
      comment: '',
    });
  });
  it('leaves text that is no number to the schema, which names the field', () => {
    const judged = VodEdit.safeParse(editBodyOf({ ...BEFORE, stream_number: 'many' }, BEFORE, 4));
    expect(judged.error?.issues.map((i) => i.path)).toEqual([['stream_number']]);
  });
  it('is all chapters where one was changed; a category keeps the id that its site gave it', () => {
    const [first, second] = BEFORE.chapters;
    const body = editBodyOf(
      {
        ...BEFORE,
        chapters: [first!, { ...second!, category: 'Boats' }, chapter({ offset: '2:00', category: 'Typed' })],
      },
      BEFORE,
      4,
    );
    expect(body.chapters).toEqual([
      { offset: 0, title: 'Start', is_mature: false, game_name: 'Boats', game_id: '7' },
      { offset: 62.5, title: 'Later', is_mature: true, game_name: 'Boats', game_id: '7' },
      { offset: 120, title: 't', is_mature: false, game_name: 'Typed', game_id: null },
    ]);
    expect(VodEdit.safeParse(body).success).toBe(true);
  });
  it('names the chapter whose begin is no moment', () => {
    const judged = VodEdit.safeParse(
      editBodyOf({ ...BEFORE, chapters: [chapter({}), chapter({ offset: 'soon' })] }, BEFORE, 4),
    );
    expect(judged.error?.issues.map((i) => i.path)).toEqual([['chapters', 1, 'offset']]);
  });
});

it('sorts chapters by where they begin, those that cannot be read last', () => {
  const chapters = [chapter({ offset: 'soon' }), chapter({ offset: '1:00' }), chapter({ offset: '9' })];
  expect(sortedChapters(chapters).map((c) => c.offset)).toEqual(['9', '1:00', 'soon']);
  expect([isSortedChapters(chapters), isSortedChapters(sortedChapters(chapters))]).toEqual([false, true]);
});
