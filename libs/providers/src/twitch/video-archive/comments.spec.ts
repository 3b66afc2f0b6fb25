import { describe, expect, it } from '@jest/globals';
import { ms } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { type CommentPage, type CommentPlace } from '../../kit/video-archive.js';
import { fakeClock } from '../fake-site.fixture.js';
import { type GqlOperation } from '../gql/gql-operation.js';
import { type GqlResult } from '../gql/gql.js';
import { TwitchComments } from './comments.js';

const startedAt = new Date(0);
const PAGE = 5;

/** A chat whose nth comment is at the nth offset (s), given in pages of five. */
class FakeChat {
  readonly requests: object[] = [];
  busy = 0;
  refusesCursor = false;
  /** Every cursor leads to itself. */
  isStuck = false;
  constructor(private readonly offsets: readonly number[]) {}

  run([operation]: readonly GqlOperation[]): Promise<readonly GqlResult[]> {
    const { videoID: _, ...at } = operation?.variables ?? {};
    this.requests.push(at);
    if (this.busy-- > 0) return Promise.resolve([{ data: { video: { comments: null } }, errors: [] }]);
    if ('cursor' in at && this.refusesCursor)
      return Promise.reject(new OutsideError(untranslated('refused', 'integrity check')));
    const earliest = Number(at['contentOffsetSeconds'] ?? 0) - 1;
    const found = this.offsets.findIndex((offset) => offset >= earliest);
    const start = 'cursor' in at ? Number(at['cursor']) + 1 : found === -1 ? this.offsets.length : found;
    const edges = this.offsets.slice(start, start + PAGE).map((contentOffsetSeconds, i) => ({
      cursor: 'cursor' in at && this.isStuck ? String(at['cursor']) : String(start + i),
      node: { id: `c${String(start + i)}`, contentOffsetSeconds, createdAt: '', commenter: null, message: {} },
    }));
    return Promise.resolve([
      {
        data: { video: { comments: { edges, pageInfo: { hasNextPage: start + PAGE < this.offsets.length } } } },
        errors: [],
      },
    ]);
  }
}

async function readAll(
  chat: FakeChat,
  from: CommentPlace | null = null,
): Promise<{ readonly ids: readonly string[]; readonly missing: readonly CommentPage['missing'][] }> {
  const comments = new TwitchComments({ gql: chat, clock: fakeClock() });
  const [ids, missing] = [new Set<string>(), [] as CommentPage['missing'][]];
  for (let place = from, pages = 0; pages === 0 || place !== null; pages++) {
    if (pages > 100) throw new TypeError('no end');
    const page = await comments.page({ videoId: '7', startedAt, from: place }, new AbortController().signal);
    for (const { record } of page.comments) ids.add(record.id);
    if (page.missing) missing.push(page.missing);
    place = page.next;
  }
  return { ids: [...ids], missing };
}
const all = (count: number) => Array.from({ length: count }, (_, i) => `c${String(i)}`);

describe('the chat beside a video', () => {
  const calm = [0, 1, 3, 3, 4, 8, 9, 9, 12, 15, 15, 16, 20, 31];

  it('is read by cursor to its end', async () => {
    const chat = new FakeChat(calm);
    expect(await readAll(chat)).toEqual({ ids: all(calm.length), missing: [] });
    expect(chat.requests).toEqual([{ contentOffsetSeconds: 0 }, { cursor: '4' }, { cursor: '9' }]);
  });

  it('keeps the order of the site from one page to the next, whatever the stamps say', async () => {
    const expected = [
      ['0', 990],
      ['', 1600],
    ].map(([cursor, at], n) => ({
      cursor: String(cursor),
      node: {
        id: `c${String(n)}`,
        contentOffsetSeconds: 0,
        createdAt: new Date(Number(at)).toISOString(),
        commenter: null,
        message: {},
      },
    }));
    const gql = {
      run: ([operation]: readonly GqlOperation[]) =>
        Promise.resolve([
          {
            data: {
              video: {
                comments: {
                  edges: ['cursor' in (operation?.variables ?? {}) ? expected[1] : expected[0]],
                  pageInfo: { hasNextPage: !('cursor' in (operation?.variables ?? {})) },
                },
              },
            },
            errors: [],
          },
        ]),
    };
    const comments = new TwitchComments({ gql, clock: fakeClock() });
    const first = await comments.page({ videoId: '7', startedAt, from: null }, new AbortController().signal);
    const second = await comments.page({ videoId: '7', startedAt, from: first.next }, new AbortController().signal);
    expect([...first.comments, ...second.comments].map(({ offsetMs, record }) => [offsetMs, record.at])).toEqual([
      [990, 990],
      [990, 990],
    ]);
  });

  it('goes on by time for good when the site refuses a cursor, and loses nothing', async () => {
    const chat = new FakeChat(calm);
    chat.refusesCursor = true;
    expect(await readAll(chat)).toEqual({ ids: all(calm.length), missing: [] });
    expect(chat.requests.filter((at) => 'cursor' in at)).toHaveLength(1);
  });

  it('reports the missing part of a second with more comments than a page, and continues', async () => {
    const chat = new FakeChat([0, 1, ...Array.from({ length: 14 }, () => 5), 9, 10]);
    chat.refusesCursor = true;
    const { ids, missing } = await readAll(chat);
    expect(ids).toEqual(expect.arrayContaining(['c0', 'c1', 'c2', 'c16', 'c17']));
    expect(ids.length).toBeLessThan(18);
    expect(missing).toEqual([{ fromMs: 5000, toMs: 9000 }]);
  });

  it('continues from a stored place', async () => {
    expect((await readAll(new FakeChat(calm), { offsetMs: ms(12_000), cursor: null })).ids).toEqual([
      'c8',
      'c9',
      'c10',
      'c11',
      'c12',
      'c13',
    ]);
    expect((await readAll(new FakeChat(calm), { offsetMs: ms(12_000), cursor: '8' })).ids).toEqual([
      'c9',
      'c10',
      'c11',
      'c12',
      'c13',
    ]);
  });

  it('goes on by time where a cursor leads nowhere', async () => {
    const chat = new FakeChat(calm);
    chat.isStuck = true;
    expect((await readAll(chat)).ids).toEqual(all(calm.length));
  });

  it('treats only unreadable comments as a changed site, not as a silent chat', async () => {
    const edges = [1, 2].map((second) => ({ cursor: 'c', node: { contentOffsetSeconds: second } }));
    const comments = new TwitchComments({
      gql: {
        run: () =>
          Promise.resolve([{ data: { video: { comments: { edges, pageInfo: { hasNextPage: true } } } }, errors: [] }]),
      },
      clock: fakeClock(),
    });
    await expect(
      comments.page({ videoId: '7', startedAt, from: null }, new AbortController().signal),
    ).rejects.toMatchObject({ code: 'site-away' });
  });

  it('retries null comments, and fails with a reason', async () => {
    const chat = new FakeChat(calm);
    chat.busy = 3;
    expect((await readAll(chat)).ids).toHaveLength(calm.length);
    chat.busy = 1000;
    await expect(readAll(chat)).rejects.toMatchObject({ fault: 'outside', code: 'site-away' });
  });

  it('distinguishes a deleted video from an unanswered request', async () => {
    const answer = (errors: readonly string[]) =>
      new TwitchComments({
        gql: { run: () => Promise.resolve([{ data: { video: null }, errors }]) },
        clock: fakeClock(),
      }).page({ videoId: '7', startedAt, from: null }, new AbortController().signal);
    await expect(answer([])).rejects.toMatchObject({ code: 'video-missing', status: 404 });
    await expect(answer(['something'])).rejects.toMatchObject({ code: 'site-away' });
  });

  it('keeps the order of the site within a second', async () => {
    const node = (id: string, createdAt: string) => ({
      cursor: id,
      node: { id, contentOffsetSeconds: 2, createdAt, commenter: null, message: {} },
    });
    const gql = {
      run: () =>
        Promise.resolve([
          {
            data: {
              video: {
                comments: {
                  edges: [node('a', '1970-01-01T00:00:02.700Z'), node('b', '1970-01-01T00:00:02.200Z')],
                  pageInfo: { hasNextPage: false },
                },
              },
            },
            errors: [],
          },
        ]),
    };
    const { comments } = await new TwitchComments({ gql, clock: fakeClock() }).page(
      { videoId: '7', startedAt, from: null },
      new AbortController().signal,
    );
    expect(comments.map(({ offsetMs, record }) => [record.id, offsetMs, record.at])).toEqual([
      ['a', 2700, 2700],
      ['b', 2700, 2700],
    ]);
  });
});
