import { SELF_TEST_KIND } from '#libs/contracts';
import { isSameMessage, message, type Message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { Notices } from '../platform/notices.service.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { isHeldForSpace } from '../vods/space-hold.js';
import { setAsideAfter } from '../vods/suspicion.js';
import { unrecordedOf } from '../vods/unrecorded.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { forEachCollectingErrors } from '../platform/for-each-collecting-errors.js';

type Raised = Map<string, Message | null>;

const KIND = 'could-not-record';
const EVERY_MS = 5000;
/** A site reports a stream some seconds before its media are available, so raise no notice within this time. */
const REQUEST_TIMEOUT_MS = 20_000;

const QUEUED_TEXT = message('notice.could-not-record.queued');

/** Raises a notice with the reason for each live stream that is not recorded. Recorders continue to try. */
@Injectable()
export class UnrecordedStreams {
  /**
   * VODs with an open notice and its last text. A dismissed notice comes back only with another reason. Null until this
   * API, as the leader, has read the notices that were already open.
   */
  private raised: Raised | null = null;

  constructor(
    scheduler: Scheduler,
    private readonly vods: VodRepository,
    private readonly channels: ChannelRepository,
    private readonly notices: Notices,
  ) {
    scheduler.every('unrecorded-streams', EVERY_MS, (signal) => this.run(signal));
  }

  private async run(term: AbortSignal): Promise<void> {
    if (this.raised === null)
      term.addEventListener('abort', () => {
        this.raised = null;
      });
    const raised = (this.raised ??= new Map((await this.notices.openVods(KIND)).map((uuid) => [uuid, null])));
    const open = (await this.vods.unfinished()).filter((v) => v.assigned && v.providerKind !== SELF_TEST_KIND);
    const over = [...raised.keys()].filter((uuid) => !open.some((v) => v.uuid === uuid));
    await forEachCollectingErrors(
      [...open.map((vod) => () => this.check(vod, raised)), ...over.map((uuid) => () => this.end(uuid, raised))],
      (step) => step(),
    );
  }

  private async check(vod: VodEntity, raised: Raised): Promise<void> {
    if (isUnrecorded(vod)) await this.raise(vod, raised);
    else if (vod.state === 'capturing' && raised.has(vod.uuid)) {
      await this.notices.resolve(keyOf(vod.uuid));
      raised.delete(vod.uuid);
    }
  }

  private async end(uuid: string, raised: Raised): Promise<void> {
    await this.ended(uuid);
    raised.delete(uuid);
  }

  /** Raises no notice after the site reports the stream as over, because no media can be missed any more. */
  private async raise(vod: VodEntity, raised: Raised): Promise<void> {
    if ((await this.channels.find(vod.channelUuid))?.isLive !== true) return;
    const text = textOf(vod);
    if (isSameMessage(raised.get(vod.uuid) ?? null, text)) return;
    await this.notices.raise({
      key: keyOf(vod.uuid),
      kind: KIND,
      level: 'error',
      channelUuid: vod.channelUuid,
      vodUuid: vod.uuid,
      title: message('notice.could-not-record.title', { name: vod.channelDisplay }),
      text,
    });
    raised.set(vod.uuid, text);
  }

  /** Handles the end of a stream. If nothing was recorded, the notice stays and says so. */
  private async ended(uuid: string): Promise<void> {
    const vod = await this.vods.find(uuid);
    if (vod?.state !== 'failed' || vod.stateReason === null) {
      await this.notices.resolve(keyOf(uuid));
      return;
    }
    await this.notices.raise({
      key: keyOf(uuid),
      kind: KIND,
      level: 'error',
      channelUuid: vod.channelUuid,
      vodUuid: uuid,
      title: message('notice.not-recorded.title', { name: vod.channelDisplay }),
      text: vod.stateReason,
    });
  }
}

/** A recording that is paused for space has the notice of its disk. */
function isUnrecorded(vod: VodEntity): boolean {
  if (isHeldForSpace(vod)) return false;
  if (setAsideAfter(vod) !== null) return true;
  return vod.state === 'waiting'
    ? Date.now() - vod.assignedAt.getTime() > REQUEST_TIMEOUT_MS
    : vod.state === 'paused' && unrecordedOf(vod)?.isNow === true;
}

function textOf(vod: VodEntity): Message {
  const { state, stateReason, refusal } = vod;
  const n = setAsideAfter(vod);
  if (n !== null) return message('verdict.set-aside', { n });
  if (state === 'paused' && stateReason !== null) return stateReason;
  return refusal === null ? QUEUED_TEXT : message('notice.could-not-record.text', { reason: refusal });
}

const keyOf = (vodUuid: string): string => `could-not-record:${vodUuid}`;
