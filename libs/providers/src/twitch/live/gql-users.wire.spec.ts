import { expect, it } from '@jest/globals';
import { readUsers } from './gql-users.wire.js';

const STREAM = {
  id: '40',
  type: 'live',
  createdAt: '2026-01-01T10:00:00Z',
  title: 'Hi',
  viewersCount: 3,
  freeformTags: [{ name: 'Chill' }],
  game: { id: '743', displayName: 'Chess', boxArtURL: 'https://x/ttv-boxart/743-188x250.jpg' },
};
const USER = {
  id: '1',
  login: 'a',
  displayName: 'A',
  description: null,
  profileImageURL: 'p',
  roles: { isPartner: false, isAffiliate: true },
  broadcastSettings: {
    title: 'Hi',
    isMature: true,
    language: 'EN',
    game: { id: '27471', displayName: 'Minecraft', boxArtURL: null },
  },
  stream: STREAM,
};
const liveOf = (user: object) => readUsers({ users: [user] })?.users[0]?.live;

it('reads a live account', () => {
  expect(readUsers({ users: [USER] })).toEqual({
    unread: 0,
    users: [
      {
        id: '1',
        profile: {
          login: 'a',
          displayName: 'A',
          description: '',
          avatarUrl: 'p',
          offlineImageUrl: '',
          broadcasterType: 'affiliate',
        },
        live: {
          state: 'live',
          streamId: '40',
          title: 'Hi',
          startedAt: new Date('2026-01-01T10:00:00Z'),
          viewers: 3,
          category: { id: '743', name: 'Chess', boxArtUrl: 'https://x/ttv-boxart/743-{width}x{height}.jpg' },
          tags: ['Chill'],
          language: 'en',
          isMature: true,
          named: { login: 'a', displayName: 'A' },
        },
        show: {
          title: 'Hi',
          category: { id: '27471', name: 'Minecraft', boxArtUrl: '' },
          tags: ['Chill'],
          language: 'en',
          isMature: true,
        },
      },
    ],
  });
});

it('reads a missing stream as offline, and a missing account as none', () => {
  expect(readUsers({ users: [null, { ...USER, stream: null }] })).toMatchObject({
    unread: 0,
    users: [{ live: { state: 'offline' } }],
  });
});

it('does not treat an unanswered stream as offline', () => {
  expect(
    readUsers({
      users: [
        { ...USER, stream: undefined },
        { ...USER, stream: 'x' },
      ],
    }),
  ).toEqual({ users: [], unread: 2 });
});

it('reads a stream without anything optional', () => {
  expect(liveOf({ id: '1', stream: {} })).toMatchObject({
    state: 'live',
    streamId: null,
    title: '',
    startedAt: null,
    viewers: null,
    category: null,
    tags: [],
    isMature: false,
    named: null,
  });
});

it('uses the title of the channel if the stream has none', () => {
  expect(liveOf({ ...USER, stream: { ...STREAM, title: null } })).toMatchObject({ title: 'Hi' });
});

it.each([[{}], [{ users: null }], [{ users: 'x' }]])('%j is no list of accounts', (data) => {
  expect(readUsers(data)).toBeNull();
});
