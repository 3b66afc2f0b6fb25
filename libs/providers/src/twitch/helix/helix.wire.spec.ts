import { expect, it } from '@jest/globals';
import { ChannelRow, isMatureRow, liveOfRow, readRows, StreamRow, UserRow, profileOfRow } from './helix.wire.js';

const STREAM = {
  id: '40000000001',
  user_id: '1',
  user_login: 'a_b',
  user_name: 'A_B',
  game_id: '743',
  game_name: 'Chess',
  type: 'live',
  title: 'Hi',
  viewer_count: 12,
  started_at: '2026-01-01T10:00:00Z',
  language: 'en',
  thumbnail_url: 'x',
  tag_ids: [],
  tags: ['English'],
  is_mature: false,
};
const beside = { boxArtUrl: 'https://x/743-{width}x{height}.jpg', isMature: true };
const live = (row: object) => liveOfRow(StreamRow.parse(row), beside);

it('reads a stream', () => {
  expect(live(STREAM)).toEqual({
    state: 'live',
    streamId: '40000000001',
    title: 'Hi',
    startedAt: new Date('2026-01-01T10:00:00Z'),
    viewers: 12,
    category: { id: '743', name: 'Chess', boxArtUrl: beside.boxArtUrl },
    tags: ['English'],
    language: 'en',
    isMature: true,
    named: { login: 'a_b', displayName: 'A_B' },
  });
});

it('reads a stream of which only the channel is reported', () => {
  expect(live({ user_id: '1' })).toMatchObject({
    state: 'live',
    streamId: null,
    title: '',
    startedAt: null,
    viewers: null,
    category: null,
    tags: [],
    named: null,
  });
});

it('reads nulls and wrong kinds where something optional should be', () => {
  expect(
    live({ ...STREAM, tags: null, viewer_count: '12', title: null, started_at: 'soon', user_name: null }),
  ).toMatchObject({
    state: 'live',
    tags: [],
    viewers: null,
    title: '',
    startedAt: null,
    named: { login: 'a_b', displayName: 'a_b' },
  });
});

it('treats an empty type as an error of the site, never as offline', () => {
  expect(live({ ...STREAM, type: '' })).toMatchObject({ state: 'unknown' });
});

it('skips and counts invalid rows', () => {
  expect(readRows(JSON.stringify({ data: [STREAM, { id: 'no user' }, null] }), StreamRow)).toMatchObject({
    rows: [{ user_id: '1' }],
    unread: 2,
    cursor: null,
  });
});

it.each([
  [{}, null],
  [{ cursor: '' }, null],
  [null, null],
  [{ cursor: 'abc' }, 'abc'],
])('finds the next page in %j', (pagination, cursor) => {
  expect(readRows(JSON.stringify({ data: [], pagination }), StreamRow)).toEqual({ rows: [], unread: 0, cursor });
});

it('reads an account with nothing but its id and login', () => {
  expect(profileOfRow(UserRow.parse({ id: '1', login: 'a' }))).toEqual({
    login: 'a',
    displayName: 'a',
    description: '',
    avatarUrl: '',
    offlineImageUrl: '',
    broadcasterType: '',
  });
});

it.each([
  [['Gambling'], true],
  [[], false],
  [null, false],
  [undefined, false],
])('calls a channel with labels %j mature: %s', (labels, mature) => {
  expect(isMatureRow(ChannelRow.parse({ broadcaster_id: '1', content_classification_labels: labels }))).toBe(mature);
});
