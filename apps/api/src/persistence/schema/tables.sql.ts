/**
 * All tables of the database, grouped by subject, each with its indexes. Functions and triggers are in
 * functions.sql.ts. Everything is the text of one migration (migrations/1795910400000-base-schema.ts), which databases
 * have already run: do not change it, and write each further change as a new migration.
 *
 * Constraints have the names that Postgres generates (`vod_basename_key`); persistence/database/unique-violation.ts
 * relies on some. A column in ms or bytes says so in its name or comment; a `timestamptz` is a moment. `jsonb` columns
 * hold the types that the entities name; a text for people is stored as a message: its key in the catalogue and its
 * parameters.
 */
export const TABLES = `
-- ---------------------------------------------------------------------------------------------------------------------
-- The schema itself. TypeORM makes the table "migration" (id, timestamp, name): which migrations have run.
-- ---------------------------------------------------------------------------------------------------------------------

-- Which code can run on this database. One row.
CREATE TABLE schema_compatibility (
  one   boolean PRIMARY KEY DEFAULT true CHECK (one),
  floor text NOT NULL             -- code that does not know this migration is refused; contracting migrations raise it
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Channels
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE channel (
  uuid              uuid PRIMARY KEY,
  provider_kind     text NOT NULL,
  internal_name     text NOT NULL UNIQUE,
  display_name      text NOT NULL,
  source_url        text NOT NULL,                    -- without user and password: those are in credentials
  source_id         text NOT NULL,                    -- identifies the channel to its provider
  credentials       text,                             -- sealed
  options           jsonb NOT NULL DEFAULT '{}',      -- what the operator chose
  -- Live state, as of checked_at.
  is_live           boolean NOT NULL DEFAULT false,
  live_since        timestamptz,
  live_stream_id    text,
  verdict_state     text NOT NULL DEFAULT 'unknown',  -- whether the current broadcast is recorded, and why or why not
  verdict_reason    jsonb,                            -- NULL: none
  checked_at        timestamptz,
  -- What the operator decided about one broadcast: never record it, or record it whatever the rules say.
  refused_stream_id text,
  forced_stream_id  text,
  -- What the site says of the channel.
  site              jsonb,                            -- the account
  stream            jsonb,                            -- the broadcast: title, category, tags
  told              jsonb,                            -- the last push message; answers to polls may be older
  push_off          boolean NOT NULL DEFAULT false,   -- no push subscriptions for this channel: it is only polled
  saves_vods        boolean,                          -- whether the site keeps VODs of it; NULL: not known
  numbering         jsonb,                            -- season and numbers of its newest recording; NULL: none yet
  created_at        timestamptz NOT NULL,
  edit_version      int NOT NULL DEFAULT 0,           -- counts the operator's edits: finds an edit of an older state
  version           int NOT NULL DEFAULT 1,           -- counts the changes of the row
  UNIQUE (provider_kind, source_id)
);

-- What happened on a channel: online, offline, a change of title or category.
CREATE TABLE channel_history (
  id           bigserial PRIMARY KEY,
  channel_uuid uuid NOT NULL REFERENCES channel (uuid) ON DELETE CASCADE,
  at           timestamptz NOT NULL,
  fact         jsonb NOT NULL
);
CREATE INDEX channel_history_by_channel ON channel_history (channel_uuid, at);

-- Number and bytes of what a channel has, maintained by triggers. A row outlives its channel, as the VODs may; clips
-- without a channel count for the nil UUID.
CREATE TABLE channel_count (
  channel_uuid uuid PRIMARY KEY,
  vods         int NOT NULL DEFAULT 0,
  archived     int NOT NULL DEFAULT 0,
  segments     bigint NOT NULL DEFAULT 0,             -- from here on: bytes
  files        bigint NOT NULL DEFAULT 0,
  chat         bigint NOT NULL DEFAULT 0,
  other        bigint NOT NULL DEFAULT 0,
  clips        bigint NOT NULL DEFAULT 0,
  local        bigint NOT NULL DEFAULT 0,
  bytes        bigint GENERATED ALWAYS AS (segments + files + chat + other) STORED
);

-- ---------------------------------------------------------------------------------------------------------------------
-- VODs: recordings and downloaded videos
-- ---------------------------------------------------------------------------------------------------------------------

-- No foreign key to channel: VODs may outlive it.
CREATE TABLE vod (
  uuid               uuid PRIMARY KEY,
  channel_uuid       uuid NOT NULL,
  channel_name       text NOT NULL,                   -- of the channel when the broadcast began
  channel_display    text NOT NULL,
  provider_kind      text NOT NULL,
  stream_id          text NOT NULL,                   -- the provider's id of the broadcast
  origin             text NOT NULL DEFAULT 'capture' CHECK (origin IN ('capture', 'download')),
  basename           text NOT NULL UNIQUE,
  folder             text NOT NULL DEFAULT '',        -- below that of the channel, with "/" between; '': none
  title              text NOT NULL DEFAULT '',
  -- Derived from parts and files (deriveVodState in libs/domain), never set by hand.
  state              text NOT NULL CONSTRAINT vod_state_check CHECK (state IN
                       ('waiting', 'capturing', 'paused', 'ended', 'converting', 'finalized', 'failed', 'downloading')),
  state_reason       jsonb,                           -- NULL: none, as in convert_reason
  -- Capture.
  assigned           boolean NOT NULL,                -- an assignment exists: a recorder shall record it
  assigned_at        timestamptz NOT NULL,
  refusal            jsonb,                           -- why no recorder could take it; NULL once there is media
  started_at         timestamptz NOT NULL,
  ended_at           timestamptz,
  capture_started    timestamptz,
  media_ms           bigint NOT NULL DEFAULT 0,
  missing_ms         bigint NOT NULL DEFAULT 0,
  gaps               jsonb NOT NULL DEFAULT '[]',
  clock              jsonb,                           -- maps media time to the site's clock; NULL before any media
  segments_gone      boolean NOT NULL DEFAULT false,  -- the segments are given up; they may still be on storage
  -- Conversion to container files.
  conversion_started timestamptz,
  convert_attempt    text,
  convert_state      text,
  convert_reason     jsonb,
  metadata           jsonb,                           -- measured from the media
  -- Bytes on storage.
  bytes              bigint NOT NULL DEFAULT 0,       -- segments, until they are deleted
  copy_bytes         bigint NOT NULL DEFAULT 0,       -- segments of the site's copy, until it is a file or deleted
  file_bytes         bigint NOT NULL DEFAULT 0,       -- files and due objects; maintained by triggers
  rest_bytes         bigint NOT NULL DEFAULT 0,       -- the rest as last listed, chat files not included
  other_bytes        bigint NOT NULL DEFAULT 0,       -- the part of rest_bytes that is not chat
  space_version      int NOT NULL DEFAULT 0,          -- version of the row when its objects were last listed
  -- Chat.
  chat               jsonb,                           -- NULL: this VOD has no captured chat
  downloaded_chat    jsonb,                           -- fetched from the site afterwards
  -- What the site keeps of the same broadcast.
  site_vod           jsonb,                           -- NULL: never looked up
  download           jsonb,                           -- state of the download; NULL: the VOD was recorded
  -- Numbers for names, NULL until it is known to be a real recording.
  season             text,                            -- yyyyMM
  stream_number      int,                             -- within the season
  absolute_season    int,                             -- these two only grow
  absolute_number    int,
  -- What the operator sets.
  comment            text,
  bookmarks          jsonb NOT NULL DEFAULT '[]',
  prevent_deletion   boolean NOT NULL DEFAULT false,
  cloud_storage      boolean NOT NULL DEFAULT false,  -- a copy is kept somewhere else
  archived_at        timestamptz,                     -- off the channel's list, and spared by clean-up
  export_data        jsonb NOT NULL DEFAULT '{}',
  edit_version       int NOT NULL DEFAULT 0,          -- counts the operator's edits: finds an edit of an older state
  -- The manifest: all of this as an object on storage.
  manifest_revision  int NOT NULL DEFAULT 0,          -- the newest that is written
  manifest_version   int NOT NULL DEFAULT 0,          -- version of the row in it; behind version: one is due
  manifest_at        timestamptz,
  facts              jsonb NOT NULL DEFAULT '{}',     -- small marks of workflows, such as partsDeleted
  created_at         timestamptz NOT NULL,
  version            int NOT NULL DEFAULT 1,          -- counts the changes of the row
  UNIQUE (channel_uuid, stream_id)
);
-- Lists. The index for the search by text, vod_by_words, is beside its function.
CREATE INDEX vod_by_channel ON vod (channel_uuid, started_at);
CREATE INDEX vod_newest ON vod (started_at DESC, uuid);
CREATE INDEX vod_newest_of_channel ON vod (channel_uuid, started_at DESC) WHERE archived_at IS NULL;
CREATE INDEX vod_put_away ON vod (started_at DESC, uuid) WHERE archived_at IS NOT NULL;
CREATE INDEX vod_by_folded_name ON vod (lower(basename) text_pattern_ops);
-- The few that a workflow has to act on, among any number that are finished.
CREATE INDEX vod_open ON vod (state) WHERE state <> 'finalized';
CREATE INDEX vod_by_state ON vod (state, started_at DESC) WHERE state <> 'finalized';
CREATE INDEX vod_assigned ON vod (channel_uuid) WHERE assigned;
CREATE INDEX vod_under_way ON vod (channel_uuid)
  WHERE state IN ('waiting', 'capturing', 'paused', 'ended', 'converting', 'downloading');
CREATE INDEX vod_finished ON vod (ended_at) WHERE state = 'finalized';
CREATE INDEX vod_with_segments ON vod (ended_at) WHERE NOT segments_gone;
CREATE INDEX vod_half_swept ON vod (uuid) WHERE segments_gone AND facts ->> 'partsDeleted' IS NULL;
CREATE INDEX vod_chat_open ON vod (uuid) WHERE chat ->> 'state' IN ('recording', 'queued', 'running');
CREATE INDEX vod_manifest_due ON vod (manifest_at NULLS FIRST) WHERE manifest_version < version;
CREATE INDEX vod_space_due ON vod (uuid) WHERE space_version < version;
-- Which VOD a chat file in the library belongs to.
CREATE INDEX vod_chat_in_library ON vod ((chat -> 'file' ->> 'libraryPath'))
  WHERE chat -> 'file' ->> 'libraryPath' IS NOT NULL;
CREATE INDEX vod_downloaded_chat_in_library ON vod ((downloaded_chat ->> 'libraryPath'))
  WHERE downloaded_chat ->> 'libraryPath' IS NOT NULL;

-- What one recorder wrote under one lease, with the totals of its latest event.
CREATE TABLE part (
  part_id    text PRIMARY KEY,
  vod_uuid   uuid NOT NULL REFERENCES vod (uuid) ON DELETE CASCADE,
  recorder   text NOT NULL,
  started_at bigint NOT NULL,                         -- ms since the Unix epoch, as is ended_at
  ended_at   bigint,
  cause      text,                                    -- how it ended
  reason     jsonb,                                   -- NULL: none
  segments   int NOT NULL DEFAULT 0,                  -- their number
  bytes      bigint NOT NULL DEFAULT 0,
  media_ms   bigint NOT NULL DEFAULT 0,
  doubled_ms bigint,                                  -- of media_ms, what an earlier part has too; NULL: not known yet
  missing_ms bigint NOT NULL DEFAULT 0,
  gaps       int NOT NULL DEFAULT 0,                  -- their number
  rendition  text NOT NULL DEFAULT '',
  width      int,
  height     int,
  fps        real
);
CREATE INDEX part_by_vod ON part (vod_uuid);

-- A finished and verified container file.
CREATE TABLE file (
  id            text PRIMARY KEY,                     -- <attempt>/<file_id>
  vod_uuid      uuid NOT NULL REFERENCES vod (uuid) ON DELETE CASCADE,
  file_id       text NOT NULL,
  attempt       text NOT NULL,
  role          text NOT NULL DEFAULT 'segment',      -- segment: of the recording; downloaded: of the site's copy
  key           text NOT NULL,                        -- in storage, as are thumb_key and keyframes_key
  basename      text NOT NULL,
  size_bytes    bigint NOT NULL,
  start_ms      bigint NOT NULL,                      -- programme time, as is end_ms
  end_ms        bigint NOT NULL,
  video_ms      double precision NOT NULL,            -- length of its video track
  metadata      jsonb NOT NULL,
  thumb_key     text,
  keyframes_key text,
  library_path  text,                                 -- in the library that media servers read; NULL on S3
  deleted       boolean NOT NULL DEFAULT false,       -- the operator deleted the file and kept its entry
  listed        boolean NOT NULL DEFAULT true,        -- false: the operator took it off the list; the file stays
  missing_since timestamptz,                          -- not on storage although it was not deleted here; NULL: is there
  created_at    timestamptz NOT NULL
);
CREATE INDEX file_by_vod ON file (vod_uuid);
CREATE INDEX file_by_name ON file (basename);
CREATE INDEX file_by_library_path ON file (library_path) WHERE library_path IS NOT NULL;

-- From at on, the channel showed this title and category. What the operator sets hides what the site sent.
CREATE TABLE vod_chapter (
  vod_uuid  uuid NOT NULL REFERENCES vod (uuid) ON DELETE CASCADE,
  at        bigint NOT NULL,                          -- the site's clock, ms since the Unix epoch
  told_by   text NOT NULL DEFAULT 'site' CHECK (told_by IN ('site', 'operator')),
  hidden    boolean NOT NULL DEFAULT false,
  title     text NOT NULL,
  category  jsonb,
  is_mature boolean NOT NULL,
  PRIMARY KEY (vod_uuid, at, told_by)
);
CREATE INDEX vod_chapter_by_game ON vod_chapter ((category->>'id')) WHERE category IS NOT NULL;

-- Viewer counts of a broadcast.
CREATE TABLE vod_viewers (
  vod_uuid uuid NOT NULL REFERENCES vod (uuid) ON DELETE CASCADE,
  at       bigint NOT NULL,                           -- the site's clock, ms since the Unix epoch
  amount   int NOT NULL,
  PRIMARY KEY (vod_uuid, at)
);

-- When the media of a VOD were last requested: clean-up spares what somebody watches.
CREATE TABLE vod_watch (
  vod_uuid uuid PRIMARY KEY REFERENCES vod (uuid) ON DELETE CASCADE,
  at       timestamptz NOT NULL
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Clips and local videos
-- ---------------------------------------------------------------------------------------------------------------------

-- A saved clip.
CREATE TABLE clip (
  uuid             uuid PRIMARY KEY,
  channel_uuid     uuid REFERENCES channel (uuid) ON DELETE SET NULL,  -- NULL: of a channel that is not followed
  channel_name     text NOT NULL,                     -- the site's name for the channel
  provider_kind    text NOT NULL,
  site_id          text NOT NULL,                     -- the site's id of the clip
  folder           text NOT NULL,                     -- below saved_clips/, with "/" between
  basename         text NOT NULL,
  title            text NOT NULL,
  key              text NOT NULL,
  size_bytes       bigint NOT NULL,
  duration_ms      bigint NOT NULL,                   -- as the site says, until it is measured
  metadata         jsonb,                             -- NULL: not measured yet
  thumb_key        text,
  probe_attempt    text,                              -- the measurement that is queued; NULL: none
  site_clip        jsonb,                             -- the site's answer when the clip was fetched
  source_url       text,
  library_path     text,
  created_at       timestamptz NOT NULL,              -- at the site
  saved_at         timestamptz NOT NULL,
  missing_since    timestamptz,                       -- not on storage; NULL: is there
  manifest_version int NOT NULL DEFAULT 0,            -- version of the row in its manifest
  version          int NOT NULL DEFAULT 1,
  UNIQUE (folder, basename)
);
CREATE INDEX clip_by_channel ON clip (channel_uuid, created_at);
CREATE INDEX clip_by_site ON clip (provider_kind, site_id);
CREATE INDEX clip_by_library_path ON clip (library_path) WHERE library_path IS NOT NULL;

-- A video that somebody put beside the recordings of a channel. The row goes with the file.
CREATE TABLE local_video (
  uuid          uuid PRIMARY KEY,
  channel_uuid  uuid NOT NULL REFERENCES channel (uuid) ON DELETE CASCADE,
  path          text NOT NULL,                        -- in the library, or the key of the object on S3
  basename      text NOT NULL,
  size_bytes    bigint NOT NULL,
  modified_at   timestamptz NOT NULL,
  found_at      timestamptz NOT NULL,
  metadata      jsonb,
  thumb_key     text,
  probe_attempt text,                                 -- the measurement that is queued; NULL: done, or not possible
  fault         jsonb,                                -- why it cannot be read as media; NULL: it can, or not measured
  UNIQUE (channel_uuid, path)
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Storage and library
-- ---------------------------------------------------------------------------------------------------------------------

-- Which storage this installation uses. No row: none yet. No id: it takes the storage that is there next.
CREATE TABLE house_storage (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  id  text,
  at  timestamptz NOT NULL DEFAULT now()
);

-- Bytes of a VOD on storage as last listed, by kind.
CREATE TABLE vod_space (
  vod_uuid  uuid PRIMARY KEY REFERENCES vod (uuid) ON DELETE CASCADE,
  segments  bigint NOT NULL,
  files     bigint NOT NULL,
  chat      bigint NOT NULL,
  other     bigint NOT NULL,
  listed_at timestamptz NOT NULL
);

-- VODs whose row is deleted and whose objects are still on storage: their bytes count for the channel until then.
CREATE TABLE leaving_vod (
  uuid         uuid PRIMARY KEY,
  channel_uuid uuid NOT NULL,
  segments     bigint NOT NULL,
  files        bigint NOT NULL,
  chat         bigint NOT NULL,
  other        bigint NOT NULL
);

-- Objects to delete whose rows are gone, even when the job that deletes them dies.
CREATE TABLE due_object (
  key      text PRIMARY KEY,
  at       timestamptz NOT NULL DEFAULT now(),
  vod_uuid uuid REFERENCES vod (uuid) ON DELETE SET NULL,
  bytes    bigint NOT NULL DEFAULT 0                  -- counts for the VOD until the object is deleted
);
CREATE INDEX due_object_of_vod ON due_object (vod_uuid);

-- VODs whose place in the library does not follow their row yet.
CREATE TABLE library_due (
  vod_uuid uuid PRIMARY KEY REFERENCES vod (uuid) ON DELETE CASCADE,
  at       timestamptz NOT NULL                       -- changes when it becomes due again
);

-- Paths in the library where a link may be that no row needs. No foreign key: what a VOD leaves behind outlives it.
CREATE TABLE library_leftover (
  path        text PRIMARY KEY,
  vod_uuid    uuid NOT NULL,
  key         text NOT NULL,
  size_bytes  bigint,                                 -- size and time identify the link when its object is gone
  modified_at timestamptz
);
CREATE INDEX library_leftover_by_vod ON library_leftover (vod_uuid);

-- ---------------------------------------------------------------------------------------------------------------------
-- Sites: push, games, pictures
-- ---------------------------------------------------------------------------------------------------------------------

-- One topic of one channel that a site pushes, or shall push.
CREATE TABLE push_subscription (
  kind       text NOT NULL,                           -- the provider, as in push_refusal and game
  source_id  text NOT NULL,
  topic      text NOT NULL,
  site_id    text,                                    -- the site's id of the subscription; NULL: never requested
  transport  text NOT NULL,
  session_id text,                                    -- of the websocket
  status     text NOT NULL,
  reason     jsonb,                                   -- of the status; NULL: none
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (kind, source_id, topic)
);

-- Ids of push messages of the last minutes: a message that is delivered twice acts once.
CREATE TABLE push_message (
  id text PRIMARY KEY,
  at timestamptz NOT NULL
);
CREATE INDEX push_message_by_age ON push_message (at);

-- Number of webhook calls that were refused, by reason.
CREATE TABLE push_refusal (
  kind    text NOT NULL,
  reason  text NOT NULL,
  count   bigint NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (kind, reason)
);

-- Categories that sites sent. An id is unique within its site only.
CREATE TABLE game (
  kind        text NOT NULL,
  id          text NOT NULL,
  name        text NOT NULL,
  box_art_url text NOT NULL DEFAULT '',               -- with {width} and {height}; '': none
  added_at    timestamptz NOT NULL,
  deleted     boolean NOT NULL DEFAULT false,         -- the site no longer knows it
  PRIMARY KEY (kind, id)
);

-- API v0 identifies favourites by the id alone.
CREATE TABLE favourite_game (
  id       text PRIMARY KEY,
  added_at timestamptz NOT NULL DEFAULT now()
);

-- Pictures of sites (avatars, box art) that this installation keeps.
CREATE TABLE site_picture (
  id           text PRIMARY KEY,
  url          text NOT NULL,
  content_type text,
  fetched_at   timestamptz,                           -- NULL: not fetched yet
  tried_at     timestamptz
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Jobs, the outbox, notices
-- ---------------------------------------------------------------------------------------------------------------------

-- What is published after a change of state, written in the transaction of the change.
CREATE TABLE outbox (
  id       text PRIMARY KEY,                          -- the id of the message
  position bigserial NOT NULL UNIQUE,                 -- the order of publication
  kind     text NOT NULL,
  name     text NOT NULL,                             -- of the message definition; for assignments, the VOD
  payload  jsonb NOT NULL,
  tries    int NOT NULL DEFAULT 0                     -- failures that are bugs; after too many the row is parked
);

-- Work as the operator sees it. Either a command to another service (the queue is stream CMD) or an api job.
CREATE TABLE job (
  name         text PRIMARY KEY,
  kind         text NOT NULL,
  vod_uuid     uuid,
  channel_uuid uuid,
  title        jsonb NOT NULL,
  status       text NOT NULL,
  progress     real NOT NULL DEFAULT 0,
  rate         double precision,
  unit         text NOT NULL,                         -- of rate
  left_ms      bigint,
  note         jsonb,                                 -- what it is at; NULL: nothing to say
  error        jsonb,                                 -- why it failed
  log          jsonb NOT NULL DEFAULT '[]',
  node         text,
  pid          int,
  input        jsonb,                                 -- what its worker, or the api itself, is given
  -- Worker jobs only: the work of a recorder or a converter.
  stage        text,                                  -- which stage is asked for, or was done last; NULL: an api job
  attempt      text,                                  -- the try at the stage that counts
  asked        jsonb,                                 -- the first stage and its input: a retry begins there
  result       jsonb,                                 -- what the last stage reported
  sent_at      timestamptz,                           -- when its command went to the workers; NULL: it waits
  priority     int NOT NULL DEFAULT 0,                -- the higher goes first
  parent       text REFERENCES job (name) ON DELETE CASCADE,
  weight       double precision NOT NULL DEFAULT 1,   -- its share in the progress of its parent
  owner        text,                                  -- the api that runs an api job
  heard_at     timestamptz,                           -- last sign of life: of the owner, or of a worker of the attempt
  -- Api jobs only.
  tries        int NOT NULL DEFAULT 0,
  takeovers    int NOT NULL DEFAULT 0,                -- restarts in a row because the api died
  counts       jsonb,                                 -- totals over all apis that ran it
  not_before   timestamptz,                           -- the next try
  started_at   timestamptz NOT NULL,
  ended_at     timestamptz,
  updated_at   timestamptz NOT NULL
);
CREATE INDEX job_newest ON job (started_at DESC);
CREATE INDEX job_ended ON job (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX job_at_work ON job (kind) WHERE status IN ('WAITING', 'RUNNING');
CREATE INDEX job_stage ON job (stage, started_at) WHERE stage IS NOT NULL AND status IN ('WAITING', 'RUNNING');
CREATE INDEX job_parent ON job (parent) WHERE parent IS NOT NULL;
CREATE INDEX job_api ON job (status) WHERE input IS NOT NULL AND stage IS NULL;
CREATE INDEX job_by_vod ON job (vod_uuid) WHERE vod_uuid IS NOT NULL;

-- What the operator should know, until it is dismissed.
CREATE TABLE notice (
  id           text PRIMARY KEY,
  key          text NOT NULL UNIQUE,                  -- the subject: the same problem is one notice, however often
  kind         text NOT NULL,
  level        text NOT NULL,
  channel_uuid uuid,
  vod_uuid     uuid,
  title        jsonb NOT NULL,
  text         jsonb NOT NULL,
  first_at     timestamptz NOT NULL,
  last_at      timestamptz NOT NULL,
  count        int NOT NULL DEFAULT 1,
  resolved_at  timestamptz
);

-- ---------------------------------------------------------------------------------------------------------------------
-- The operator: login, settings, secrets
-- ---------------------------------------------------------------------------------------------------------------------

-- The one operator. No row: no password is set.
CREATE TABLE operator (
  id            smallint PRIMARY KEY CHECK (id = 1),
  password_hash text NOT NULL,                        -- argon2id in PHC form
  changed_at    timestamptz NOT NULL
);

CREATE TABLE session (
  token_hash text PRIMARY KEY,                        -- SHA-256, hex: the table alone does not give a login
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX session_by_expiry ON session (expires_at);

-- The newest state of each periodic task of the leading api, and the wish of an operator that it runs now.
CREATE TABLE task (
  name             text PRIMARY KEY,
  interval_ms      integer NOT NULL,
  node             text,
  last_started_at  timestamptz,
  last_ended_at    timestamptz,
  last_ok_at       timestamptz,
  last_duration_ms integer,
  last_error       jsonb,
  next_run_at      timestamptz,
  runs             bigint NOT NULL DEFAULT 0,
  failures         bigint NOT NULL DEFAULT 0,
  run_requested_at timestamptz
);

-- Settings that differ from their default.
CREATE TABLE setting (
  key        text PRIMARY KEY,
  value      jsonb NOT NULL,
  updated_at timestamptz NOT NULL,
  good_value jsonb                                    -- as last saved by Vodkeep: used when somebody edits value by hand
                                                      -- and it is not valid
);

-- Sealed texts by name.
CREATE TABLE setting_secret (
  name       text PRIMARY KEY,
  envelope   text NOT NULL,
  updated_at timestamptz NOT NULL
);

-- Settings of the page that it keeps on the server. One row.
CREATE TABLE client_settings (
  id         smallint PRIMARY KEY CHECK (id = 1),
  value      jsonb NOT NULL,
  updated_at timestamptz NOT NULL
);

-- Which receivers a notification category has. No row: none.
CREATE TABLE notification_category (
  name text PRIMARY KEY,
  bits int NOT NULL                                   -- the bits of API v0
);

-- Values of the operator's scripts.
CREATE TABLE keyvalue (
  key        text PRIMARY KEY,
  value      text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,                             -- from then on it counts as deleted
  version    serial                                   -- counts the edits of all values: no two are alike
);

-- How often something that has no row of its own was edited: the version that its next edit is made from.
CREATE TABLE edit_version (
  what    text PRIMARY KEY,
  version int NOT NULL
);
`;
