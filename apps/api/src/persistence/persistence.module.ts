import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DailyBackups } from './backup/daily-backups.js';
import { type Database, databaseProvider } from './database/data-source.js';
import { Transactions } from './database/tx.js';
import { ChannelCounts } from './repositories/channel-count.repository.js';
import { ChannelRepository } from './repositories/channel.repository.js';
import { CleanupReviews } from './repositories/cleanup-review.repository.js';
import { ClientSettingsRepository } from './repositories/client-settings.repository.js';
import { ClipRepository } from './repositories/clip.repository.js';
import { ClipCheckRepository } from './repositories/clip-check.repository.js';
import { FileCheckRepository } from './repositories/file-check.repository.js';
import { GameRepository } from './repositories/game.repository.js';
import { HistoryRepository } from './repositories/history.repository.js';
import { StorageIdentityRepository } from './repositories/storage-identity.repository.js';
import { JobRepository } from './repositories/job.repository.js';
import { KeyValueRepository } from './repositories/keyvalue.repository.js';
import { LeaderRepository } from './repositories/leader.repository.js';
import { LibraryLinksRepository } from './repositories/library-links.repository.js';
import { LoginEventRepository } from './repositories/login-event.repository.js';
import { LocalVideoRepository } from './repositories/local-video.repository.js';
import { NameRepository } from './repositories/name.repository.js';
import { NoticeRepository } from './repositories/notice.repository.js';
import { NotificationDeliveries } from './repositories/notification-delivery.repository.js';
import { NotificationRepository } from './repositories/notification.repository.js';
import { OperatorRepository } from './repositories/operator.repository.js';
import { Outbox } from './repositories/outbox.repository.js';
import { OwnedFiles } from './repositories/owned-files.repository.js';
import { PictureRepository } from './repositories/picture.repository.js';
import { PlayerLinkRepository } from './repositories/player-link.repository.js';
import { PushRepository } from './repositories/push.repository.js';
import { ScanRepository } from './repositories/scan.repository.js';
import { SecretRepository } from './repositories/secret.repository.js';
import { SessionRepository } from './repositories/session.repository.js';
import { SettingRepository } from './repositories/setting.repository.js';
import { SiteVodRepository } from './repositories/site-vod.repository.js';
import { SpaceRepository } from './repositories/space.repository.js';
import { StreamMetadataRepository } from './repositories/stream-metadata.repository.js';
import { TaskRepository } from './repositories/task.repository.js';
import { SystemErrorRepository } from './repositories/system-error.repository.js';
import { VodSearch } from './repositories/vod-search.repository.js';
import { VodStageRepository } from './repositories/vod-stage.repository.js';
import { VodRepository } from './repositories/vod.repository.js';

const PROVIDERS = [
  DailyBackups,
  ChannelCounts,
  ChannelRepository,
  CleanupReviews,
  ClipCheckRepository,
  FileCheckRepository,
  ClientSettingsRepository,
  ClipRepository,
  GameRepository,
  HistoryRepository,
  StorageIdentityRepository,
  JobRepository,
  KeyValueRepository,
  LeaderRepository,
  LibraryLinksRepository,
  LocalVideoRepository,
  LoginEventRepository,
  NameRepository,
  NoticeRepository,
  NotificationDeliveries,
  NotificationRepository,
  OperatorRepository,
  Outbox,
  OwnedFiles,
  PictureRepository,
  PlayerLinkRepository,
  PushRepository,
  ScanRepository,
  SecretRepository,
  SessionRepository,
  SettingRepository,
  SiteVodRepository,
  SpaceRepository,
  StreamMetadataRepository,
  TaskRepository,
  Transactions,
  SystemErrorRepository,
  VodRepository,
  VodSearch,
  VodStageRepository,
];

/** Provides the database: transactions and all repositories. */
@Global()
@Module({})
export class PersistenceModule {
  static of(db: Database): DynamicModule {
    const database = databaseProvider(db);
    return {
      module: PersistenceModule,
      providers: [database, ...PROVIDERS],
      exports: [database.provide, ...PROVIDERS],
    };
  }
}
