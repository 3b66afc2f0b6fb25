import { type VodEdit } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { type EditedField, isStale, logReplaced } from '../../platform/edit-conflict.js';
import { type Tx } from '../../persistence/database/tx.js';
import { type ChapterEntity } from '../../persistence/entities/stream-metadata.entity.js';
import { StreamMetadataRepository } from '../../persistence/repositories/stream-metadata.repository.js';
import { CaptureStatusCache } from '../../vods/capture-status-cache.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { editedChapters } from './edited-chapters.js';
import { isBeingRecorded, VOD_MISSING } from '../../vods/vod-faults.js';
import { placeInVod, vodClock } from '../../vods/vod-clock.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { lengthMs } from '../../vods/vod-length.js';

/** Edits a VOD: applies a form completely or not at all, and changes only the fields that it contains. */
@Injectable()
export class EditVod {
  constructor(
    private readonly writer: VodWriter,
    private readonly vods: VodRepository,
    private readonly metadata: StreamMetadataRepository,
    private readonly snapshots: CaptureStatusCache,
  ) {}

  /**
   * @returns `stale`: the form was made from an outdated version, and nothing is saved
   * @throws UserError `vod-missing` (404), `unknown-segment`, `bad-chapters`
   */
  async run(uuid: string, form: VodEdit): Promise<'saved' | 'stale'> {
    const result: { isStale: boolean; replaced: readonly EditedField[] } = { isStale: false, replaced: [] };
    const saved = await this.writer.update(
      uuid,
      (vod) => {
        result.isStale = isStale(form.version, vod.editVersion);
        return !result.isStale;
      },
      async (vod, tx) => {
        result.replaced = [
          ...changesOf(vod, form),
          ...(await this.listSegments(vod, form.segments, tx)),
          ...(await this.putChapters(vod, form, tx)),
        ];
        Object.assign(vod, fieldsOf(form), { editVersion: vod.editVersion + 1 });
      },
    );
    if (result.isStale) return 'stale';
    if (!saved) throw VOD_MISSING();
    if (form.version === undefined) logReplaced(saved.basename, result.replaced);
    return 'saved';
  }

  /** Removes the existing names that are not in the text from the list; their files stay. */
  private async listSegments(vod: VodEntity, text: string | undefined, tx: Tx): Promise<EditedField[]> {
    const names = new Set(
      (text ?? '')
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    );
    if (names.size === 0) return [];
    const files = (await this.vods.allFiles([vod.uuid], tx)).filter((f) => f.role === 'segment');
    for (const name of names)
      if (!files.some((f) => f.basename === name))
        throw new UserError(message('error.unknown-segment', { name }), {
          fields: [{ path: 'segments', message: message('field.has-no-file', { name }) }],
        });
    const listed = files.filter((f) => f.listed).map((f) => f.basename);
    for (const file of files) await this.vods.changeFile(file.id, { listed: names.has(file.basename) }, tx);
    return [
      {
        name: 'segments',
        was: listed.join(', '),
        now: files.flatMap((f) => (names.has(f.basename) ? f.basename : [])).join(', '),
      },
    ];
  }

  private async putChapters(vod: VodEntity, form: VodEdit, tx: Tx): Promise<EditedField[]> {
    const wanted = form.editChapters ?? form.edit_chapters;
    if (wanted === true && form.chapters === undefined)
      throw new UserError(message('error.bad-chapters', { path: 'chapters', fault: message('field.required') }), {
        fields: [{ path: 'chapters', message: message('field.required') }],
      });
    if (wanted === false || form.chapters === undefined) return [];
    const before = await this.metadata.chapters([vod.uuid], tx);
    const currentMs = lengthMs(vod, {
      parts: await this.vods.parts([vod.uuid], tx),
      live: this.snapshots.of(vod.uuid),
    });
    const chapters = editedChapters(form.chapters, {
      clock: vodClock(vod),
      lengthMs: isBeingRecorded(vod) ? Math.max(currentMs, ...before.map(latestPlaceOf(vod, currentMs))) : currentMs,
      before,
      known: await this.metadata.categories(vod.providerKind, tx),
    });
    await this.metadata.replaceChapters(vod.uuid, chapters, tx);
    return [{ name: 'chapters', was: chaptersText(before), now: chaptersText(chapters) }];
  }
}

/** A site reports a chapter before its media is stored. The form may send back every chapter that it received. */
function latestPlaceOf(vod: VodEntity, currentMs: number): (chapter: Pick<ChapterEntity, 'at'>) => number {
  const place = placeInVod(vod, currentMs);
  return ({ at }) => place(at) + 1;
}

/** API names of the columns that an edit may change. */
const WIRE_NAMES = {
  absoluteSeason: 'absolute_season',
  streamNumber: 'stream_number',
  absoluteNumber: 'absolute_stream_number',
  preventDeletion: 'prevent_deletion',
  cloudStorage: 'cloud_storage',
  comment: 'comment',
} as const;
const fieldText = (value: string | number | boolean | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

function changesOf(vod: VodEntity, form: VodEdit): EditedField[] {
  const sent = fieldsOf(form);
  return (Object.keys(WIRE_NAMES) as (keyof typeof WIRE_NAMES)[]).flatMap((column) =>
    column in sent ? [{ name: WIRE_NAMES[column], was: fieldText(vod[column]), now: fieldText(sent[column]) }] : [],
  );
}

/** Includes the site time of each chapter, because moving a chapter is an edit too. */
const chaptersText = (chapters: readonly Pick<ChapterEntity, 'at' | 'title' | 'category'>[]): string =>
  chapters
    .map(
      ({ at, title, category }) =>
        `${new Date(at).toISOString().slice(11, 23)} ${title}${category ? ` (${category.name})` : ''}`,
    )
    .join('; ');

/** The page's field names take precedence over those of v0's server (docs/reference/v0-api.md#edit-of-a-vod). */
function fieldsOf(form: VodEdit): Partial<VodEntity> {
  const { absolute_stream_number: absoluteNumber = form.absolute_number } = form;
  const sent = {
    absoluteSeason: form.absolute_season,
    streamNumber: form.stream_number,
    absoluteNumber,
    preventDeletion: form.prevent_deletion,
    cloudStorage: form.cloud_storage,
    comment: form.comment === '' ? null : form.comment,
  };
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}
