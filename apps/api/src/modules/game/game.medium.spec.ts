import 'reflect-metadata';
import { type Channel, type Game } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Transactions } from '../../persistence/database/tx.js';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { type TestApp, eventually } from '../../testing/test-app.js';
import { linesOfEdits } from '../../testing/edit-log.js';
import { onTwitch, TwitchTestApp } from '../../testing/twitch-test-app.js';
import { StreamMetadataRepository } from '../../persistence/repositories/stream-metadata.repository.js';
import { GameEntity } from '../../persistence/entities/game.entity.js';

jest.setTimeout(120_000);

/** Games and favourites beside a channel that plays one (row K4 of docs/coverage.md). */
describe('games', () => {
  let test: TwitchTestApp;
  let channel: Channel;
  let vodUuid: string;
  const call: TestApp['call'] = (...args) => test.app.call(...args);
  const rows = () => test.app.nest.get(Transactions, { strict: false }).plain;
  const vod = () => test.vodThat(channel.uuid, (v) => v.uuid === vodUuid, 'the VOD');
  const favourites = async () => (await call<string[]>('GET', '/favourites')).body.data;
  let gameId = '';

  beforeAll(async () => {
    test = await TwitchTestApp.open({ channels: [onTwitch('player', '75000077')] });
    channel = await test.follow('player');
    test.act('player', { do: 'start' });
    ({ vodUuid } = await test.recorded(channel.uuid));
    gameId = (
      await eventually(async () => {
        const v = await vod();
        return v.api_getUniqueGames[0];
      }, 'a game of the VOD')
    ).id;
  }, 60_000);
  afterAll(() => test.stop());

  it('are known by id once a chapter reported them', async () => {
    const games = async () => (await call<Record<string, Game>>('GET', '/games?format=json')).body.data;
    // The game is saved shortly after its chapter.
    expect(await eventually(async () => (await games())?.[gameId], 'the game')).toEqual({
      id: gameId,
      name: 'Chess',
      game_name: 'Chess',
      box_art_url: expect.stringMatching(/^\/cache\/pictures\//),
      image_url: expect.stringMatching(/^\/cache\/pictures\//),
      favourite: false,
      added: expect.stringMatching(/Z$/),
    });
  });

  it('that the operator sets in a chapter are known, too', async () => {
    const { plain } = test.app.nest.get(Transactions, { strict: false });
    await test.app.nest.get(StreamMetadataRepository, { strict: false }).replaceChapters(
      vodUuid,
      [
        {
          at: Date.now(),
          title: 'mine',
          category: { id: '4711', name: 'A game of mine', boxArtUrl: '' },
          isMature: false,
        },
        { at: Date.now() + 1, title: 'back', category: { id: gameId, name: 'Chess', boxArtUrl: '' }, isMature: false },
      ],
      plain,
    );
    expect((await call<Record<string, Game>>('GET', '/games')).body.data?.['4711']).toMatchObject({
      name: 'A game of mine',
    });
  });

  it('K4 become favourites once, however often they are added, and settings, VOD and channel are notified', async () => {
    const notified: string[] = [];
    const off = test.app.nest.get(UiNotifier, { strict: false }).onChanged(({ entity, id }) => {
      notified.push(`${entity} ${id}`);
    });
    expect((await call('PATCH', '/favourites', { game: gameId })).body).toMatchObject({
      status: 'OK',
      message: `Added ${gameId} to favourites.`,
    });
    await call('PATCH', '/favourites', { game: gameId });
    expect(await favourites()).toEqual([gameId]);
    expect(await vod()).toMatchObject({
      api_hasFavouriteGame: true,
      api_getUniqueGames: expect.arrayContaining([expect.objectContaining({ id: gameId, favourite: true })]),
    });
    expect((await test.channel(channel.uuid)).current_game).toMatchObject({ id: gameId, favourite: true });
    expect((await call<Record<string, Game>>('GET', '/games')).body.data?.[gameId]?.favourite).toBe(true);
    await eventually(
      () =>
        Promise.resolve(
          ['settings settings', `vod ${vodUuid}`, `channel ${channel.uuid}`].every((one) => notified.includes(one)),
        ),
      'the notifications',
    );
    off();
  });

  it('are removed from the favourites', async () => {
    expect((await call('DELETE', `/favourites/${gameId}`)).body).toMatchObject({
      data: [],
      message: `Removed ${gameId} from favourites.`,
    });
    expect((await vod()).api_hasFavouriteGame).toBe(false);
    expect(await call('DELETE', `/favourites/${gameId}`)).toMatchObject({
      status: 404,
      body: { code: 'favourite-missing' },
    });
  });

  it('replace the list of favourites completely, in order and without duplicates', async () => {
    await call('PATCH', '/favourites', { game: 'old' });
    expect((await call('PUT', '/favourites', { games: ['7', gameId, '7'] })).body).toMatchObject({
      message: 'Saved 2 favourite games.',
      data: ['7', gameId],
    });
    expect(await favourites()).toEqual(['7', gameId]);
  });

  it('of several lists that are saved at once are one of these lists', async () => {
    const lists = [
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ];
    await Promise.all(lists.map((games) => call('PUT', '/favourites', { games })));
    expect(lists).toContainEqual(await favourites());
  });

  it('are replaced only from the newest version; an older version is answered with the present list', async () => {
    const version = async () =>
      (await call<{ favourites_version: number }>('GET', '/settings?channels=0')).body.data?.favourites_version ?? NaN;
    const opened = await version();
    await call('PATCH', '/favourites', { game: 'new' });
    const now = await favourites();
    const late = await call('PUT', '/favourites', { games: ['1'], version: opened });
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'edit-conflict', data: { favourite_games: now, favourites_version: opened + 1 } },
    });
    expect([await favourites(), await version()]).toEqual([now, opened + 1]);
    expect((await call('PUT', '/favourites', { games: ['1', '2'], version: opened + 1 })).body.data).toEqual([
      '1',
      '2',
    ]);
    expect(await version()).toBe(opened + 2);
  });

  it('are replaced without a version, too, and the log shows the previous list', async () => {
    await call('PUT', '/favourites', { games: ['1', '2'] });
    expect(await linesOfEdits(() => call('PUT', '/favourites', { games: ['3'] }))).toEqual([
      "favourites: games '1, 2' replaced by '3'",
    ]);
    expect(await favourites()).toEqual(['3']);
  });

  it.each([
    ['PUT', {}, 'games'],
    ['PUT', { games: { 0: '1' } }, 'games'],
    ['PUT', { games: [5] }, 'games[0]'],
    ['PUT', { games: ['a/b'] }, 'games[0]'],
    ['PUT', { games: ['1'], odd: true }, 'odd'],
    ['PATCH', {}, 'game'],
    ['PATCH', { game: '' }, 'game'],
    ['PATCH', { game: 'x'.repeat(65) }, 'game'],
    ['PATCH', { game: -1 }, 'game'],
    ['PATCH', { game: 'a\0' }, 'game'],
  ])('are not changed by %s %j, which is refused on its field', async (method, body, field) => {
    const before = await favourites();
    const answer = await call(method, '/favourites', body);
    expect([answer.status, answer.body.fields?.map((f) => f.path)]).toEqual([400, [field]]);
    expect(await favourites()).toEqual(before);
  });

  it('are refreshed from their site', async () => {
    await rows().update(GameEntity, { id: gameId }, { name: 'An old name' });
    expect((await call<Game>('GET', `/games/${gameId}/refresh`)).body.data).toMatchObject({
      id: gameId,
      name: 'Chess',
    });
    expect((await rows().findOneByOrFail(GameEntity, { id: gameId })).name).toBe('Chess');
  });

  it('that are unknown are null, and one that its site no longer knows is marked', async () => {
    expect(await call('GET', '/games/99999999/refresh')).toMatchObject({ status: 200, body: { data: null } });
    await rows().insert(GameEntity, {
      kind: 'twitch',
      id: '88888888',
      name: 'Gone',
      boxArtUrl: '',
      addedAt: new Date(),
      deleted: false,
    });
    expect((await call<Game>('GET', '/games/88888888/refresh')).body.data).toMatchObject({
      name: 'Gone',
      deleted: true,
    });
  });

  it('stay unchanged while their site has no account for the request', async () => {
    await call('DELETE', '/sites/twitch/app');
    expect((await call<Game>('GET', `/games/${gameId}/refresh`)).body).toMatchObject({
      status: 'OK',
      data: { name: 'Chess' },
    });
  });
});
