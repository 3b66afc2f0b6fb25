import { ChannelHistoryEntity } from '../modules/history/history.entity.js';
import { NoticeEntity } from '../modules/notice/notice.entity.js';
import { OperatorEntity } from '../modules/auth/operator.entity.js';
import { SessionEntity } from '../modules/auth/session.entity.js';
import { ClientSettingsEntity } from '../modules/client-settings/client-settings.entity.js';
import { ChannelEntity } from '../modules/channel/channel.entity.js';
import { FavouriteGameEntity, GameEntity } from '../modules/game/game.entity.js';
import { ClipEntity } from '../modules/clip/clip.entity.js';
import { LocalVideoEntity } from '../modules/local-video/local-video.entity.js';
import { JobEntity } from '../modules/job/job.entity.js';
import { KeyValueEntity } from '../modules/keyvalue/keyvalue.entity.js';
import { NotificationCategoryEntity } from '../modules/notification/notification.entity.js';
import { SettingEntity } from '../modules/settings/setting.entity.js';
import { FileEntity } from '../modules/vod/file.entity.js';
import { VodSpaceEntity } from '../modules/space/vod-space.entity.js';
import { PartEntity } from '../modules/vod/part.entity.js';
import { VodEntity } from '../modules/vod/vod.entity.js';
import { PushMessageEntity, PushRefusalEntity, PushSubscriptionEntity } from '../push/push.entity.js';
import { PictureEntity } from '../pictures/picture.entity.js';
import { ChapterEntity, ViewersEntity } from '../story/story.entity.js';
import { SecretEntity } from '../secrets/secret.entity.js';
import { TaskEntity } from '../platform/scheduler/task.entity.js';
import { OutboxRow } from './outbox.entity.js';

/** Every table's entity; a feature that brings a table appends it here. */
export const ENTITIES = [
  OutboxRow,
  ChannelEntity,
  VodEntity,
  PartEntity,
  FileEntity,
  JobEntity,
  OperatorEntity,
  SessionEntity,
  SettingEntity,
  ClientSettingsEntity,
  SecretEntity,
  NoticeEntity,
  PushSubscriptionEntity,
  PushMessageEntity,
  PushRefusalEntity,
  ChapterEntity,
  ViewersEntity,
  PictureEntity,
  ChannelHistoryEntity,
  GameEntity,
  FavouriteGameEntity,
  KeyValueEntity,
  NotificationCategoryEntity,
  ClipEntity,
  LocalVideoEntity,
  VodSpaceEntity,
  TaskEntity,
] as const;
