import { type ConvertTimeline, objectKeys, type Timeline } from '#libs/contracts';
import { doubledMs, FileClock, keptClockOf, mediaMs, missingMs, placeChapters } from '#libs/domain';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ulid } from 'ulid';
import { STORAGE } from '#libs/service-kit';
import { putJson } from '../core/put-json.js';
import { UiBell } from '../core/ui-bell.js';
import { remuxJobName } from '../modules/job/job-names.js';
import { Settings } from '../modules/settings/settings.service.js';
import { type VodEntity } from '../modules/vod/vod.entity.js';
import { VodRepository } from '../modules/vod/vod.repository.js';
import { StoryRepository } from '../story/story.repository.js';
import { chapterTitle } from './chapter-title.js';
import { fileChapters } from './file-chapters.js';
import { ConvertQueue } from './convert-queue.js';
import { noteStart } from './note-start.js';
import { PartReader } from './part-reader.js';
import { Recording } from './recording.js';

/**
 * Closes a recording: its timeline is computed from storage, and its container file is asked for (architecture 5.6,
 * 5.7).
 */
@Injectable()
export class Sealing {
  private readonly log = new Logger('sealing');

  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly parts: PartReader,
    private readonly vods: VodRepository,
    private readonly recording: Recording,
    private readonly queue: ConvertQueue,
    private readonly settings: Settings,
    private readonly bell: UiBell,
    private readonly stories: StoryRepository,
  ) {}

  /** Seals an ended VOD that has no conversion yet. Safe to repeat: the attempt is decided under the row lock. */
  async seal(vodUuid: string): Promise<void> {
    const vod = await this.vods.find(vodUuid);
    if (!vod || vod.assigned || vod.convertState !== null || vod.state === 'failed') return;
    await this.convert(vod);
  }

  /** Asks for the container file, again if need be. @returns the job's name, null when there is nothing to convert */
  async convert(vod: VodEntity): Promise<string | null> {
    const { parts, timeline } = await this.parts.timelineOf(vod.uuid);
    const attempt = ulid();
    const timelineKey = objectKeys.timeline(vod.uuid, attempt);
    const wanted = !this.settings.get('no_vod_convert') && timeline.runs.length > 0;
    if (wanted)
      await putJson({ storage: this.storage, key: timelineKey }, {
        vodUuid: vod.uuid,
        runs: timeline.runs,
        chapters: await this.chapters(vod, timeline),
      } satisfies ConvertTimeline);
    const jobName = remuxJobName(vod);
    const saved = await this.recording.change(
      vod.uuid,
      (row) => noteTimeline(row, timeline, vod.version),
      async (row, tx) => {
        // A stream that comes back adds to the sum of its parts.
        await this.vods.noteDoubled(doubledMs(parts), tx);
        if (timeline.runs.length === 0) {
          row.convertState = 'failed';
          row.convertReason = 'Nothing of it is on storage any more.';
        }
        if (!wanted) return;
        row.convertAttempt = attempt;
        row.convertState = 'queued';
        row.convertReason = '';
        await this.queue.add(row, { jobName, timelineKey }, tx);
      },
    );
    if (!saved) return null;
    this.log.log(
      `${vod.basename} is sealed: ${Math.round(mediaMs(timeline) / 1000)} s of media, ${timeline.gaps.length} gaps`,
    );
    if (wanted) this.bell.ring('job', jobName, { actions: ['job_save'] });
    return wanted ? jobName : null;
  }

  /** In file time, so that nothing that is missing shifts them. */
  private async chapters(vod: VodEntity, timeline: Timeline): Promise<ConvertTimeline['chapters']> {
    const clock = new FileClock(keptClockOf(timeline));
    const placed = placeChapters(await this.stories.chapters([vod.uuid]), {
      fileMs: (at) => clock.insideMs(at),
      lengthMs: mediaMs(timeline),
    });
    if (placed.length === 0)
      return this.settings.get('create_video_chapters') ? [{ offsetMs: 0, title: chapterTitle(vod) }] : [];
    return fileChapters(placed, this.settings.all());
  }

  /** Asks again for a conversion that nobody speaks of; a lost one begins anew. */
  async followUp(vod: VodEntity): Promise<void> {
    const command = await this.queue.silent(vod);
    if (command === 'lost') await this.recording.resetConversion(vod.uuid);
    else if (command !== null)
      await this.recording.change(
        vod.uuid,
        (row) => row.convertAttempt === command.attempt,
        (_row, tx) => this.queue.again(command, tx),
      );
  }
}

/** Somebody else was here since (the stream came back, another api sealed it): then this timeline is old. */
function noteTimeline(row: VodEntity, timeline: Timeline, readVersion: number): boolean {
  if (row.assigned || row.version !== readVersion) return false;
  row.mediaMs = mediaMs(timeline);
  row.missingMs = missingMs(timeline);
  row.gaps = timeline.gaps;
  row.clock = keptClockOf(timeline);
  noteStart(row, timeline);
  return true;
}
