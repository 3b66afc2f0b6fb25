import { Module } from '@nestjs/common';
import { SiteRegistryModule } from '../../sites/site-registry.module.js';
import { Favourites } from './favourites.service.js';
import { GameController } from './game.controller.js';
import { Games } from './games.service.js';

@Module({ imports: [SiteRegistryModule], controllers: [GameController], providers: [Favourites, Games] })
export class GameModule {}
