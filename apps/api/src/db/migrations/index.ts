import { Recording1764288000000 } from './1764288000000-recording.js';
import { Door1764288001000 } from './1764288001000-door.js';
import { Sites1764295200000 } from './1764295200000-sites.js';
import { Story1764295300000 } from './1764295300000-story.js';
import { VodChat1764298800000 } from './1764298800000-vod-chat.js';
import { Operate1764310200000 } from './1764310200000-operate.js';
import { Notifications1764310200001 } from './1764310200001-notifications.js';
import { Library1764306000000 } from './1764306000000-library.js';
import { WatchMarks1764307200000 } from './1764307200000-watch-marks.js';
import { Settings1764309600000 } from './1764309600000-settings.js';
import { LibraryLinks1764310800000 } from './1764310800000-library-links.js';
import { Editing1764311400000 } from './1764311400000-editing.js';
import { Clips1764312000000 } from './1764312000000-clips.js';
import { Counters1764313200000 } from './1764313200000-counters.js';
import { Downloads1764312600000 } from './1764312600000-downloads.js';
import { VodSearch1764313800000 } from './1764313800000-vod-search.js';
import { Lookups1764314400000 } from './1764314400000-lookups.js';
import { RestBytes1764313200001 } from './1764313200001-rest-bytes.js';
import { OpenVods1764315000000 } from './1764315000000-open-vods.js';
import { MissingFiles1764315600000 } from './1764315600000-missing-files.js';
import { WorkLeft1764315600001 } from './1764315600001-work-left.js';
import { CountedSpace1764316200000 } from './1764316200000-counted-space.js';
import { TaskCounts1764316800000 } from './1764316800000-task-counts.js';
import { HouseStorage1764317400000 } from './1764317400000-house-storage.js';
import { FlatLists1764318000000 } from './1764318000000-flat-lists.js';
import { DoubledMedia1764318600000 } from './1764318600000-doubled-media.js';
import { UntilGone1764319200000 } from './1764319200000-until-gone.js';
import { CopyBytes1764321000000 } from './1764321000000-copy-bytes.js';
import { LeavingVods1764322200000 } from './1764322200000-leaving-vods.js';
import { EditMarks1764320400000 } from './1764320400000-edit-marks.js';
import { Words1764321600000 } from './1764321600000-words.js';
import { EditVersions1764322800000 } from './1764322800000-edit-versions.js';

/** In order of birth; forward only, one concern each. */
export const MIGRATIONS = [
  Recording1764288000000,
  Door1764288001000,
  Sites1764295200000,
  Story1764295300000,
  VodChat1764298800000,
  Library1764306000000,
  WatchMarks1764307200000,
  Settings1764309600000,
  LibraryLinks1764310800000,
  Editing1764311400000,
  Operate1764310200000,
  Notifications1764310200001,
  Clips1764312000000,
  Downloads1764312600000,
  Counters1764313200000,
  VodSearch1764313800000,
  RestBytes1764313200001,
  Lookups1764314400000,
  OpenVods1764315000000,
  MissingFiles1764315600000,
  WorkLeft1764315600001,
  CountedSpace1764316200000,
  TaskCounts1764316800000,
  HouseStorage1764317400000,
  FlatLists1764318000000,
  DoubledMedia1764318600000,
  UntilGone1764319200000,
  CopyBytes1764321000000,
  LeavingVods1764322200000,
  EditMarks1764320400000,
  Words1764321600000,
  EditVersions1764322800000,
] as const;
