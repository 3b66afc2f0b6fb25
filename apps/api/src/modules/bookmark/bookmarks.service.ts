import { type NewBookmark } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { ulid } from 'ulid';
import { CaptureStatusCache } from '../../vods/capture-status-cache.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { vodClock } from '../../vods/vod-clock.js';
import { isBeingRecorded, VOD_MISSING } from '../../vods/vod-faults.js';
import { lengthMs } from '../../vods/vod-length.js';
import { type Bookmark, type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

/** Protects against a faulty script; no person reads more bookmarks than this. */
const MAX_BOOKMARKS = 1000;
/** Maximum difference between the clocks of a browser and a site. */
const MAX_CLOCK_DIFFERENCE_MS = 30_000;

/** Bookmarks that the operator sets in a VOD, also during a recording. */
@Injectable()
export class Bookmarks {
  constructor(
    private readonly writer: VodWriter,
    private readonly snapshots: CaptureStatusCache,
    private readonly vods: VodRepository,
  ) {}

  /** @throws UserError `vod-missing` (404), `too-many-bookmarks`, or `bad-moment` with the field at fault */
  async add(uuid: string, form: NewBookmark): Promise<void> {
    const saved = await this.writer.update(
      uuid,
      (vod) => {
        if (vod.bookmarks.length >= MAX_BOOKMARKS)
          throw new UserError(message('error.too-many-bookmarks', { most: MAX_BOOKMARKS }));
        return true;
      },
      async (vod, tx) => {
        const parts = await this.vods.parts([uuid], tx);
        const moment = momentOf(vod, form, lengthMs(vod, { parts, live: this.snapshots.of(uuid) }));
        vod.bookmarks = [...vod.bookmarks, { id: ulid(), name: form.name, createdAt: Date.now(), ...moment }];
      },
    );
    if (!saved) throw VOD_MISSING();
  }

  /** @throws UserError `vod-missing` (404), `bookmark-missing` */
  async remove(
    uuid: string,
    { index, id }: { readonly index: number | undefined; readonly id: string | undefined },
  ): Promise<void> {
    const saved = await this.writer.update(uuid, (vod) => {
      const rest = vod.bookmarks.filter((b, n) => (id === undefined ? n !== index : b.id !== id));
      if (rest.length === vod.bookmarks.length)
        throw new UserError(message('error.bookmark-missing'), {
          fields: [{ path: id === undefined ? 'index' : 'id', message: message('field.not-bookmark-of-vod') }],
        });
      vod.bookmarks = rest;
      return true;
    });
    if (!saved) throw VOD_MISSING();
  }
}

type Moment = Pick<Bookmark, 'at' | 'offsetMs'>;

/** @throws UserError `bad-moment` */
function momentOf(vod: VodEntity, { offset, date }: NewBookmark, vodMs: number): Moment {
  if (typeof offset === 'number' && typeof date === 'string') throw onField('date', message('field.offset-or-date'));
  if (typeof offset === 'number') return momentOfOffset(vod, Math.round(offset * 1000), vodMs);
  if (typeof date === 'string') return momentOfDate(vod, new Date(date).getTime());
  if (!isBeingRecorded(vod)) throw onField('offset', message('field.required-after-recording'));
  return { at: Date.now(), offsetMs: null };
}

function momentOfOffset(vod: VodEntity, offsetMs: number, vodMs: number): Moment {
  if (offsetMs > vodMs) throw onField('offset', message('field.behind-end-of-vod'));
  return { at: vodClock(vod).siteMs(offsetMs), offsetMs };
}

function momentOfDate(vod: VodEntity, at: number): Moment {
  const begin = vodClock(vod).siteMs(0) ?? vod.startedAt.getTime();
  const end = isBeingRecorded(vod) ? Date.now() : (vodClock(vod).siteMs(vod.mediaMs) ?? begin);
  if (at < Math.min(begin, vod.startedAt.getTime()) - MAX_CLOCK_DIFFERENCE_MS || at > end + MAX_CLOCK_DIFFERENCE_MS)
    throw onField('date', message('field.outside-recording'));
  return { at, offsetMs: null };
}

const onField = (path: string, fault: Message) =>
  new UserError(message('error.bad-moment', { path, fault }), { fields: [{ path, message: fault }] });
