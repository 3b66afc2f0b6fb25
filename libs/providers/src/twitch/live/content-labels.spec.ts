import { beforeEach, expect, it } from '@jest/globals';
import { OutsideError, untranslated } from '#libs/errors';
import { type AccessSource } from '../account/access.js';
import { type Helix } from '../helix/helix.js';
import { ContentLabels } from './content-labels.js';

const MINUTE = 60_000;
const forever = new AbortController().signal;
const stream = (user_id: string, over: Partial<{ id: string; title: string; game_id: string }> = {}) => ({
  id: `s${user_id}`,
  user_id,
  title: 'Hi',
  game_id: '1',
  ...over,
});

let requests: string[][];
let mature: Set<string>;
let isAway: boolean;
let now: number;
let labels: ContentLabels;
beforeEach(() => {
  requests = [];
  mature = new Set();
  isAway = false;
  now = 0;
  const rows = ({ query }: { readonly query: readonly (readonly [string, string])[] }): Promise<unknown> => {
    const ids = query.map(([, id]) => id);
    requests.push(ids);
    if (isAway) return Promise.reject(new OutsideError(untranslated('site-away', 'away')));
    return Promise.resolve(
      ids.map((id) => ({ broadcaster_id: id, content_classification_labels: mature.has(id) ? ['Gambling'] : [] })),
    );
  };
  labels = new ContentLabels({ rows: rows as Helix['rows'] }, {} as AccessSource, { now: () => now });
});

it('requests labels once for unchanged streams', async () => {
  mature.add('7');
  await labels.learn([stream('7'), stream('8')], forever);
  now = 9 * MINUTE;
  await labels.learn([stream('7'), stream('8')], forever);
  expect([requests, labels.isMature('7'), labels.isMature('8')]).toEqual([[['7', '8']], true, false]);
});

it('sends no request if no channel is live', async () => {
  await labels.learn([], forever);
  expect(requests).toEqual([]);
});

it.each([
  ['a new stream', [stream('7', { id: 'other' })], 0],
  ['another title', [stream('7', { title: 'Ho' })], 0],
  ['another category', [stream('7', { game_id: '2' })], 0],
  ['one more channel', [stream('7'), stream('8')], 0],
  ['ten minutes', [stream('7')], 10 * MINUTE],
] as const)('asks again after %s', async (_, later, at) => {
  await labels.learn([stream('7')], forever);
  mature.add('7');
  now = at;
  await labels.learn(later, forever);
  expect([requests.length, labels.isMature('7')]).toEqual([2, true]);
});

it('keeps known labels after a failure, and requests them again at the next poll', async () => {
  mature.add('7');
  await labels.learn([stream('7')], forever);
  isAway = true;
  await labels.learn([stream('7', { title: 'Ho' })], forever);
  await labels.learn([stream('7', { title: 'Ho' })], forever);
  expect([requests.length, labels.isMature('7')]).toEqual([3, true]);
});

it('stops with its signal', async () => {
  isAway = true;
  await expect(
    labels.learn([stream('7')], AbortSignal.abort(new OutsideError(untranslated('stopped', 'stopped')))),
  ).rejects.toMatchObject({ code: 'stopped' });
});
