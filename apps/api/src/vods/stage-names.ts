import { type StageKind } from '#libs/contracts';
import { message, type OwnMessage } from '#libs/messages';

/** Names of the stages, for texts about them. */
export const STAGE_NAMES: Readonly<Record<StageKind, OwnMessage>> = {
  'match': message('stage.kind.match'),
  'download-chat': message('stage.kind.download-chat'),
  'download-vod': message('stage.kind.download-vod'),
  'repair': message('stage.kind.repair'),
  'replace': message('stage.kind.replace'),
  'reencode': message('stage.kind.reencode'),
  'render': message('stage.kind.render'),
  'burn': message('stage.kind.burn'),
  'export': message('stage.kind.export'),
  'split': message('stage.kind.split'),
  'nfo': message('stage.kind.nfo'),
  'contact-sheet': message('stage.kind.contact-sheet'),
  'hook': message('stage.kind.hook'),
  'cleanup': message('stage.kind.cleanup'),
};
