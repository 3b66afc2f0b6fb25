import {
  addFavourite,
  dropFavourite,
  getFavourites,
  getGames,
  putFavourites,
  refreshGame,
  type Game,
} from '#libs/contracts';
import { message } from '#libs/messages';
import { Controller } from '@nestjs/common';

import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { HttpConfig } from '../../platform/http-config.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { presentGame } from '../../views/game.presenter.js';
import { Favourites } from './favourites.service.js';
import { type GameEntity } from '../../persistence/entities/game.entity.js';
import { Games } from './games.service.js';

@Controller()
export class GameController {
  constructor(
    private readonly games: Games,
    private readonly favourites: Favourites,
    private readonly config: HttpConfig,
  ) {}

  @Implements(getGames)
  async list(@ValidatedInput(getGames) _: Input<typeof getGames>): Promise<Result<typeof getGames>> {
    const [rows, favourites] = await Promise.all([this.games.all(), this.favourites.all()]);
    const present = this.presenter(favourites);
    // If two sites use the same id, the category that was stored first wins.
    return {
      data: Object.fromEntries(
        rows
          .map(present)
          .reverse()
          .map((game) => [game.id, game]),
      ),
    };
  }

  @Implements(refreshGame)
  async refresh(
    @ValidatedInput(refreshGame) { params }: Input<typeof refreshGame>,
  ): Promise<Result<typeof refreshGame>> {
    const row = await this.games.refresh(params.game);
    return { data: row && this.presenter(await this.favourites.all())(row) };
  }

  @Implements(getFavourites)
  async favouriteIds(
    @ValidatedInput(getFavourites) _: Input<typeof getFavourites>,
  ): Promise<Result<typeof getFavourites>> {
    return { data: await this.favourites.all() };
  }

  @Implements(putFavourites)
  async replace(
    @ValidatedInput(putFavourites) { body }: Input<typeof putFavourites>,
  ): Promise<Result<typeof putFavourites>> {
    await this.favourites.replace(body.games, body.version);
    const data = await this.favourites.all();
    return { data, message: message('answer.saved-favourite-games', { n: data.length }) };
  }

  @Implements(addFavourite)
  async add(@ValidatedInput(addFavourite) { body }: Input<typeof addFavourite>): Promise<Result<typeof addFavourite>> {
    await this.favourites.add(body.game);
    return { data: await this.favourites.all(), message: message('answer.added-favourites', { game: body.game }) };
  }

  @Implements(dropFavourite)
  async drop(
    @ValidatedInput(dropFavourite) { params }: Input<typeof dropFavourite>,
  ): Promise<Result<typeof dropFavourite>> {
    await this.favourites.drop(params.game);
    return {
      data: await this.favourites.all(),
      message: message('answer.removed-from-favourites', { game: params.game }),
    };
  }

  private presenter(favourites: readonly string[]): (row: GameEntity) => Game {
    const page = { favourites: new Set(favourites), basepath: this.config.basepath };
    return ({ id, name, boxArtUrl, addedAt, deleted }) =>
      presentGame({ id, name, boxArtUrl, at: addedAt.getTime(), deleted }, page);
  }
}
