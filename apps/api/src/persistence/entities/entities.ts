import { ChannelHistoryEntity } from './history.entity.js';
import { NoticeEntity } from './notice.entity.js';
import { OperatorEntity } from './operator.entity.js';
import { SessionEntity } from './session.entity.js';
import { ClientSettingsEntity } from './client-settings.entity.js';
import { ChannelEntity } from './channel.entity.js';
import { FavouriteGameEntity, GameEntity } from './game.entity.js';
import { ClipEntity } from './clip.entity.js';
import { LocalVideoEntity } from './local-video.entity.js';
import { JobEntity } from './job.entity.js';
import { KeyValueEntity } from './keyvalue.entity.js';
import {
  NotificationDeliveryEntity,
  NotificationReceiverEntity,
  NotificationTemplateEntity,
} from './notification.entity.js';
import { SettingEntity } from './setting.entity.js';
import { FileEntity } from './file.entity.js';
import { VodSpaceEntity } from './vod-space.entity.js';
import { PartEntity } from './part.entity.js';
import { VodEntity } from './vod.entity.js';
import { VodStageEntity } from './vod-stage.entity.js';
import { PushMessageEntity, PushRefusalEntity, PushSubscriptionEntity } from './push.entity.js';
import { PictureEntity } from './picture.entity.js';
import { ChapterEntity, ViewersEntity } from './stream-metadata.entity.js';
import { SecretEntity } from './secret.entity.js';
import { TaskEntity } from './task.entity.js';
import { LoginEventEntity } from './login-event.entity.js';
import { PlayerLinkEntity } from './player-link.entity.js';
import { CleanupReviewEntity } from './cleanup-review.entity.js';
import { OutboxRow } from './outbox.entity.js';

/** The entities of all tables; a feature with a new table appends its entity. */
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
  NotificationReceiverEntity,
  NotificationTemplateEntity,
  NotificationDeliveryEntity,
  ClipEntity,
  LocalVideoEntity,
  VodSpaceEntity,
  TaskEntity,
  LoginEventEntity,
  PlayerLinkEntity,
  CleanupReviewEntity,
  VodStageEntity,
] as const;
