import { Module } from '@nestjs/common';
import { ClockModule } from '../http/clock.module.js';
import { PushModule } from '../push/push.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { AboutController } from './about/about.controller.js';
import { Favourites } from './game/favourites.service.js';
import { Files } from './files/files.service.js';
import { FilesController } from './files/files.controller.js';
import { OwnedFiles } from './files/owned-files.repository.js';
import { GameController } from './game/game.controller.js';
import { Games } from './game/games.service.js';
import { KeyValueController } from './keyvalue/keyvalue.controller.js';
import { KeyValueRepository } from './keyvalue/keyvalue.repository.js';
import { LaterController } from './later/later.controller.js';
import { LogController } from './log/log.controller.js';
import { NotificationController } from './notification/notification.controller.js';
import { NotificationRepository } from './notification/notification.repository.js';
import { SettingsModule } from './settings/settings.module.js';
import { SitesModule } from './sites/sites.module.js';
import { SiteVodModule } from './site-vod/site-vod.module.js';
import { SubscriptionController } from './subscription/subscription.controller.js';
import { Subscriptions } from './subscription/subscriptions.service.js';
import { TaskController } from './task/task.controller.js';
import { ChannelReset } from './tools/channel-reset.js';
import { HouseStop } from './tools/house-stop.js';
import { Schedules } from './tools/schedules.service.js';
import { ToolsController } from './tools/tools.controller.js';

const CONTROLLERS = [
  AboutController,
  FilesController,
  GameController,
  KeyValueController,
  LaterController,
  LogController,
  NotificationController,
  SubscriptionController,
  TaskController,
  ToolsController,
];
const PROVIDERS = [
  ChannelReset,
  Favourites,
  Files,
  Games,
  HouseStop,
  KeyValueRepository,
  NotificationRepository,
  OwnedFiles,
  Schedules,
  Subscriptions,
];

/** What an operator or a script of theirs looks after beside the library. */
@Module({
  imports: [ClockModule, PushModule, SettingsModule, SitesModule, SiteVodModule, WorkflowsModule],
  controllers: CONTROLLERS,
  providers: PROVIDERS,
})
export class OperateModule {}
