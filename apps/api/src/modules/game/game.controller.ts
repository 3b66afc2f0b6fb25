import { getGames } from '#libs/contracts';
import { Controller } from '@nestjs/common';
import { Checked, type Input } from '../../http/checked.js';
import { Implements, type Result } from '../../http/implements-route.js';

/** v0 clients load games before their first page; a plain HLS channel has none, so the map is empty until a provider with categories comes. */
@Controller()
export class GameController {
  @Implements(getGames)
  list(@Checked(getGames) _: Input<typeof getGames>): Result<typeof getGames> {
    return { data: {} };
  }
}
