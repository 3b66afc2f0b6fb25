import { Module } from '@nestjs/common';
import { ClockModule } from '../http/clock.module.js';
import { Favourites } from './game/favourites.service.js';
import { GameController } from './game/game.controller.js';
import { Games } from './game/games.service.js';
import { KeyValueController } from './keyvalue/keyvalue.controller.js';
import { KeyValueRepository } from './keyvalue/keyvalue.repository.js';
import { LogController } from './log/log.controller.js';

/** What an operator or a script of theirs looks after beside the library. */
@Module({ imports: [ClockModule], controllers: [GameController, KeyValueController, LogController], providers: [Favourites, Games, KeyValueRepository] })
export class OperateModule {}
