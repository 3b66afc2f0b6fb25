import { type ApiConfig, settingsFromEnv } from '#libs/config';
import { Providers, SiteAddresses } from '#libs/providers';
import { CONFIG, Keyring } from '#libs/service-kit';
import { type DynamicModule, Global, Module, type Provider, type Type } from '@nestjs/common';
import { type Database, databaseProvider } from '../db/data-source.js';
import { Outbox } from '../db/outbox.repository.js';
import { Transactions } from '../db/tx.js';
import { DoorConfig } from '../http/door-config.js';
import { MediaResolver, MediaStore } from '../http/ports.js';
import { ChannelRepository } from '../modules/channel/channel.repository.js';
import { SOURCE_PURPOSE } from '../modules/channel/source-credentials.js';
import { GameRepository } from '../modules/game/game.repository.js';
import { ClipRepository } from '../modules/clip/clip.repository.js';
import { LocalVideoRepository } from '../modules/local-video/local-video.repository.js';
import { JobRepository } from '../modules/job/job.repository.js';
import { SettingsModule } from '../modules/settings/settings.module.js';
import { SettingsExtras } from '../modules/settings/settings-extras.js';
import { NameRepository } from '../modules/naming/name.repository.js';
import { VodRepository } from '../modules/vod/vod.repository.js';
import { UiBus, ViewLoader as RealtimeViews } from '../realtime/ports.js';
import { ChannelCounts } from '../modules/channel/channel-count.repository.js';
import { ChannelTexts } from '../views/channel-texts.js';
import { ChannelViews } from '../views/channel-views.js';
import { JobViews } from '../views/job-views.js';
import { SavedViews } from '../views/saved-views.js';
import { ViewLoader } from '../views/view-loader.service.js';
import { VodViews } from '../views/vod-views.js';
import { PlatformModule } from '../platform/platform.module.js';
import { PictureRepository } from '../pictures/picture.repository.js';
import { SitePictures } from '../pictures/site-pictures.js';
import { HouseStorage } from '../house-storage/house-storage.js';
import { HouseStorageRepository } from '../house-storage/house-storage.repository.js';
import { StoryRepository } from '../story/story.repository.js';
import { PushRepository } from '../push/push.repository.js';
import { SecretsModule } from '../secrets/secrets.module.js';
import { AccountCheck } from '../sites/account-check.js';
import { AccountVault } from '../sites/account-vault.js';
import { Sites } from '../sites/sites.js';
import { WatchMarks } from '../watch/watch-marks.js';
import { LivePictures } from '../watch/live-pictures.js';
import { LiveSnapshots } from '../workflows/live-snapshots.js';
import { PartReader } from '../workflows/part-reader.js';
import { ApiJobRows } from '../api-jobs/api-job-rows.js';
import { ApiJobs } from '../api-jobs/api-jobs.js';
import { readGitState } from './git-state.js';
import { LibraryPaths } from './library-paths.js';
import { SavedMedia } from './saved-media.js';
import { SOURCE_SEALER } from './tokens.js';
import { Trouble } from './trouble.js';
import { TroubleRepository } from './trouble.repository.js';
import { ServiceReports } from './service-reports.js';
import { UiBell } from './ui-bell.js';
import { UiPulses } from './ui-pulses.js';

export interface CoreParts {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly door: DoorConfig;
}

/** What Nest makes by itself, in the order in which they begin and end. */
const OWN = [
  Outbox,
  Transactions,
  ChannelRepository,
  NameRepository,
  VodRepository,
  ClipRepository,
  LocalVideoRepository,
  SavedMedia,
  SavedViews,
  GameRepository,
  HouseStorage,
  HouseStorageRepository,
  JobRepository,
  ChannelCounts,
  ChannelTexts,
  ChannelViews,
  JobViews,
  ViewLoader,
  VodViews,
  LiveSnapshots,
  UiBell,
  LibraryPaths,
  LivePictures,
  PartReader,
  AccountCheck,
  AccountVault,
  PictureRepository,
  PushRepository,
  SitePictures,
  StoryRepository,
  Sites,
  Trouble,
  TroubleRepository,
  ServiceReports,
  ApiJobRows,
  ApiJobs,
  UiPulses,
];

/** What is made of what the process was started with, and what the door asks of us. */
const given = ({ db, keyring, door }: CoreParts): Exclude<Provider, Type>[] => [
  databaseProvider(db),
  { provide: Keyring, useValue: keyring },
  { provide: DoorConfig, useValue: door },
  { provide: SOURCE_SEALER, useValue: keyring.purpose(SOURCE_PURPOSE) },
  {
    provide: Providers,
    useFactory: ({ sites }: ApiConfig, vault: AccountVault) =>
      new Providers({ sites: new SiteAddresses(sites.pattern), account: (kind) => vault.store(kind) }),
    inject: [CONFIG, AccountVault],
  },
  { provide: MediaStore, useClass: WatchMarks },
  { provide: MediaResolver, useExisting: LibraryPaths },
  { provide: UiBus, useExisting: UiPulses },
  { provide: RealtimeViews, useExisting: ViewLoader },
  { provide: SettingsExtras, useExisting: Trouble },
];

/** What every feature stands on: database, repositories, views, keys, and what the door asks of us. */
@Global()
@Module({})
export class CoreModule {
  static of(parts: CoreParts): DynamicModule {
    const made = given(parts);
    return {
      module: CoreModule,
      imports: [PlatformModule.of(parts.db), SecretsModule, SettingsModule],
      providers: [...OWN, ...made],
      exports: [SettingsModule, ...OWN, ...made.map((p) => p.provide)],
    };
  }
}

export function doorConfig(config: ApiConfig, version: string): DoorConfig {
  const { texts, faults } = settingsFromEnv();
  return new DoorConfig({
    basepath: config.http.basepath,
    port: config.http.port,
    webDir: config.http.webDir,
    firstPassword: config.http.password,
    version,
    trustProxy: config.http.trustProxy,
    settingTexts: texts,
    settingFaults: faults,
    git: readGitState(import.meta.dirname),
  });
}
